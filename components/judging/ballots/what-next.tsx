import type { ReactNode } from "react";
import { neededInWords } from "#components/ui/decision-words.ts";
import { Link } from "#components/ui/link.tsx";
import { judgingAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/receipts.ts";
import { formatNumber } from "#server/format.ts";
import type { StoredReceipts } from "#server/rounds/judging/read-receipts.ts";

/** Next steps: what can still be changed, until when, and when results will be available. */
export function WhatNext({
  studyId,
  receipts: { round, panel, nextRound },
}: {
  studyId: string;
  receipts: StoredReceipts;
}) {
  const needed = neededInWords(panel);
  if (round.state === "cancelled") {
    return (
      <Steps>
        <Step when={t.cancelled()}>{t.wasCancelled({ entry: entryOf(round.closedSeq) })}</Step>
      </Steps>
    );
  }
  if (round.state === "closed") {
    return (
      <Steps>
        <Step when={round.closedAt === null ? t.closed() : <LocalTime at={round.closedAt} />}>
          {t.wasClosed({ entry: entryOf(round.closedSeq) })}{" "}
          <Link href={resultAddress(studyId, round.number)}>{t.resultsCompared()}</Link>
        </Step>
      </Steps>
    );
  }
  const { deadlineAt } = round;
  const deadline = () => deadlineAt !== null && <LocalTime at={deadlineAt} />;
  return (
    <Steps>
      {nextRound !== null && (
        <Step when={t.now()}>
          <Link href={judgingAddress(studyId, nextRound)}>{t.judgeRound({ round: nextRound })}</Link>
        </Step>
      )}
      {round.takesVerdicts && (
        <Step when={t.untilDeadline({ hasDeadline: deadlineAt !== null, deadline })}>
          {t.canChange({ link: (text) => <Link href={judgingAddress(studyId, round.number)}>{text}</Link> })}
        </Step>
      )}
      <Step when={t.whenItCloses()}>{t.roundCloses({ needed })}</Step>
      <Step when={t.afterThat()}>{t.resultsCompared()}.</Step>
    </Steps>
  );
}

/** The number of the entry that ended the round; "none" if there is none. */
function entryOf(seq: number | null): string {
  return seq === null ? "none" : formatNumber(seq);
}

function Steps({ children }: { children: ReactNode }) {
  return (
    <section className="mt-8 border-t-2 border-rule pt-4">
      <h2>{t.whatNext()}</h2>
      <ol className="mt-2">{children}</ol>
    </section>
  );
}

function Step({ when, children }: { when: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-x-3 border-t border-hair py-3 text-sm first:border-t-0 md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <b>{when}</b>
      <span>{children}</span>
    </li>
  );
}
