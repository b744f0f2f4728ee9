"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/webhooks.ts";

/** A new secret, shown only once. */
export function SecretNotice({ secret }: { secret: string }) {
  return (
    <Notice tone="good" title={t.secretTitle()} live>
      {t.secretText()}
      <span className="mt-3 grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label={t.secret()} value={secret} readOnly onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={secret} />
      </span>
    </Notice>
  );
}
