"use client";

import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** Recovery codes, shown only once: the server stores only their hashes. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  return (
    <Notice tone="good" title="Keep these recovery codes." live>
      They are shown only now. Each lets you in once when you do not have your passkey or app at hand. A
      password manager or a sheet of paper is a good place.
      <ul className="my-4 grid gap-x-8 gap-y-1 font-mono text-ink sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <span className="flex flex-wrap gap-3">
        <CopyButton text={codes.join("\n")}>Copy all</CopyButton>
        <Button look="act" onClick={onKept}>
          I have kept them
        </Button>
      </span>
    </Notice>
  );
}
