import { CircleDashed } from "lucide-react";
import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Link } from "#components/ui/link.tsx";
import { receiptAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { TableSheet } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as t from "#messages/myRounds.ts";
import { formatNumber } from "#server/format.ts";
import type { MyRound } from "#server/rounds/judging/read-my-rounds.ts";

/** Rounds that have ended, newest first, with their results and the viewer's receipt. */
export function PastRounds({
  studyId,
  rounds,
  alpha,
}: {
  studyId: string;
  rounds: readonly MyRound[];
  /** The largest difference in chance that is not judged, from 0 to 1. */
  alpha: string;
}) {
  return (
    <TableSheet
      caption={t.myPastRounds()}
      rows={rounds}
      keyOf={({ number }) => number}
      columns={[
        [t.round(), ({ number }) => t.roundNumber({ round: number }), { className: "whitespace-nowrap" }],
        [t.ended(), ({ closedAt }) => closedAt !== null && <LocalTime at={closedAt} />],
        [t.yourVerdicts(), (round) => <OwnVerdicts {...round} />],
        [
          t.result(),
          (round) =>
            asksNothing(round) ? (
              t.noPairs({ limit: limitInWords(alpha) })
            ) : (
              <Link href={resultAddress(studyId, round.number)}>{resultInWords(round)}</Link>
            ),
        ],
        [
          t.receipt(),
          ({ number, sealed }) =>
            sealed === null ? (
              <span className="text-ink-3">{t.none()}</span>
            ) : (
              <span className="flex flex-wrap gap-x-4">
                <Link href={receiptAddress(studyId, number)}>
                  {t.entry({ entry: formatNumber(sealed.seq) })}
                </Link>
                <Link href={`${receiptAddress(studyId, number)}#check`}>
                  {t.checkMyVote({
                    round: number,
                    more: (text) => <span className="sr-only">{text}</span>,
                  })}
                </Link>
              </span>
            ),
        ],
      ]}
    />
  );
}

function asksNothing({ pairCount, asksTolerances }: MyRound): boolean {
  return pairCount === 0 && !asksTolerances;
}

function OwnVerdicts(round: MyRound) {
  const { state, sealed } = round;
  if (asksNothing(round)) return <span className="text-ink-3">{t.notRequested()}</span>;
  if (sealed !== null) return <span>{sealed.verdictCount}</span>;
  return (
    <span className="text-unseen">
      <CircleDashed aria-hidden className="me-1.5 inline size-4 align-[-0.18em]" />
      {t.notSealed({ isCancelled: state === "cancelled" })}
    </span>
  );
}

function resultInWords({ state, reported, seatCount }: MyRound): string {
  if (state === "cancelled") return t.cancelled();
  const [first, ...more] = reported ?? [];
  if (first === undefined) return t.nothingReported();
  return t.reportedPair({
    pair: pairName(first.high, first.low),
    flags: first.flagCount,
    seats: seatCount,
    more: more.length,
    annulled: (reported ?? []).filter(({ annulledIn }) => annulledIn !== null).length,
  });
}
