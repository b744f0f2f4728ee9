"use client";

import { CopyField } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/webhooks.ts";

/** A new secret, shown only once. */
export function SecretNotice({ secret }: { secret: string }) {
  return (
    <Notice tone="good" title={t.secretTitle()} live>
      {t.secretText()}
      <CopyField className="mt-3" label={t.secret()} text={secret} />
    </Notice>
  );
}
