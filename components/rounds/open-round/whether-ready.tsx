import type { ReactNode } from "react";
import { ButtonLink } from "#components/ui/button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import * as t from "#messages/rounds.ts";
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
  const { open } = study;
  if (open !== null) {
    return (
      <div className="flex flex-wrap items-center gap-4">
        <p>{t.roundIsOpen({ round: String(open.number), isOpen: open.state === "open" })}</p>
        <ButtonLink look="act" href={`/studies/${study.id}/rounds/${open.number}`}>
          {t.goToRound({ round: String(open.number) })}
        </ButtonLink>
      </div>
    );
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
