"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Moment } from "#components/time/moment.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** A new link, shown this once: only its fingerprint is stored. */
export function OneTimeLink({ token, expiresAt, whom }: { token: string; expiresAt: number; whom: string }) {
  const [isCopied, setCopied] = useState(false);
  const address = `${location.origin}/invitation/${token}`;
  async function copy() {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  }
  return (
    <Notice tone="good" title={`Send this link to ${whom}.`} live>
      It is shown only now and works once, until <Moment at={expiresAt} />.
      <span className="mt-3 grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label="Link" value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Button onClick={copy}>
          {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </span>
    </Notice>
  );
}
