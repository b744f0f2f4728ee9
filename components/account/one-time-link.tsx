"use client";

import { CopyField } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/invitations.ts";

type Props = {
  /** null if the link was mailed to its recipient: then it is not shown here. */
  token: string | null;
  expiresAt: number;
  whom: string;
};

/** A new link, shown only once if the server sends no mail: only its hash is stored. */
export function OneTimeLink({ token, expiresAt, whom }: Props) {
  const time = () => <LocalTime at={expiresAt} />;
  if (token === null) {
    return (
      <Notice tone="good" title={t.linkSent({ email: whom })} live>
        {t.linkSentUntil({ time })}
      </Notice>
    );
  }
  const address = `${location.origin}/invitation/${token}`;
  return (
    <Notice tone="good" title={t.sendLink({ email: whom })} live>
      {t.sendLinkUntil({ time })} <CopyField className="mt-3" label={t.link()} text={address} />
    </Notice>
  );
}
