import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/rounds.ts";
import { maxOpenRounds } from "#server/audit-log/open-rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";

/** Explains what prevents a study from opening a round and what to do about it; its children if nothing does. */
export function WhetherReady({
  study,
  children,
}: {
  study: Outputs["studies"]["read"];
  children: ReactNode;
}) {
  if (study.state === "ended") {
    return <Notice title={t.studyEnded()}>{t.studyEndedNote()}</Notice>;
  }
  if (study.open.length >= maxOpenRounds) {
    return <Notice title={t.tooManyOpen({ count: study.open.length })} />;
  }
  if (study.seats.length === 0) {
    return (
      <Notice title={t.noAuditors()}>
        {t.seatFirst({ link: (text) => <Link href={`/studies/${study.id}/panel`}>{text}</Link> })}
      </Notice>
    );
  }
  if (study.waitingCount === 0) {
    return (
      <Notice title={t.noneWaiting()}>
        {t.importFirst({ link: (text) => <Link href={`/studies/${study.id}/people`}>{text}</Link> })}
      </Notice>
    );
  }
  return children;
}
