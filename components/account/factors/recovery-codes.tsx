"use client";

import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/factors.ts";

/** Recovery codes, shown only once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Notice tone="good" title={t.keepCodes()} live>
      {t.keepCodesText()}
      <ul className="my-4 grid gap-x-8 gap-y-1 font-mono text-ink sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-3">
        <CopyButton text={codes.join("\n")}>{t.copyAll()}</CopyButton>
        <Button look="act" onClick={onKept}>
          {t.codesKept()}
        </Button>
      </span>
    </Notice>
  );
}
