"use client";

import { SendLink } from "#components/mail/send-link.tsx";
import { Moment } from "#components/time/moment.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";

/** A new link, shown this once: only its fingerprint is stored. */
export function OneTimeLink({
  token,
  expiresAt,
  whom,
  canMail,
}: {
  token: string;
  expiresAt: number;
  whom: string;
  canMail: boolean;
}) {
  const address = `${location.origin}/invitation/${token}`;
  return (
    <Notice tone="good" title={`Send this link to ${whom}.`} live>
      It is shown only now and works once, until <Moment at={expiresAt} />.
      <span className="mt-3 grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label="Link" value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={address} />
      </span>
      {canMail && <SendLink token={token} />}
    </Notice>
  );
}
