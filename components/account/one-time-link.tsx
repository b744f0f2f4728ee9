"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";

type Props = {
  /** null if the link was mailed to its recipient: then it is not shown here. */
  token: string | null;
  expiresAt: number;
  whom: string;
};

/** A new link, shown only once if the server sends no mail: only its hash is stored. */
export function OneTimeLink({ token, expiresAt, whom }: Props) {
  if (token === null) {
    return (
      <Notice tone="good" title={`The link was sent to ${whom}.`} live>
        It works once, until <LocalTime at={expiresAt} />. Nobody but its reader sees it.
      </Notice>
    );
  }
  const address = `${location.origin}/invitation/${token}`;
  return (
    <Notice tone="good" title={`Send this link to ${whom}.`} live>
      It is shown only now and works once, until <LocalTime at={expiresAt} />.
      <span className="mt-3 grid items-end gap-2 sm:grid-cols-[minmax(0,1fr)_auto]">
        <Field label="Link" value={address} readOnly onFocus={(event) => event.currentTarget.select()} />
        <CopyButton text={address} />
      </span>
    </Notice>
  );
}
