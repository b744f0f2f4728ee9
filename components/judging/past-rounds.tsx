import { CircleDashed } from "lucide-react";
import { limitInWords } from "#components/rounds/people/chance-words.ts";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { receiptAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
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
  const head = (
    <tr>
      <HeaderCell>{t.round()}</HeaderCell>
      <HeaderCell>{t.ended()}</HeaderCell>
      <HeaderCell>{t.yourVerdicts()}</HeaderCell>
      <HeaderCell>{t.result()}</HeaderCell>
      <HeaderCell>{t.receipt()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.myPastRounds()} head={head} fold>
        {rounds.map((round) => {
          const receipt = receiptAddress(studyId, round.number);
          return (
            <Row key={round.number}>
              <RowHead>{t.roundNumber({ round: round.number })}</RowHead>
              <Cell label={t.ended()}>{round.closedAt !== null && <LocalTime at={round.closedAt} />}</Cell>
              <Cell label={t.yourVerdicts()}>
                {round.pairCount === 0 && !round.asksTolerances ? (
                  <span className="text-ink-3">{t.notRequested()}</span>
                ) : round.sealed === null ? (
                  <NotSealed state={round.state} />
                ) : (
                  <span>{round.sealed.verdictCount}</span>
                )}
              </Cell>
              <Cell label={t.result()}>
                {round.pairCount === 0 && !round.asksTolerances ? (
                  t.noPairs({ limit: limitInWords(alpha) })
                ) : (
                  <Link href={resultAddress(studyId, round.number)}>{resultInWords(round)}</Link>
                )}
              </Cell>
              <Cell label={t.receipt()}>
                {round.sealed === null ? (
                  <span className="text-ink-3">{t.none()}</span>
                ) : (
                  <span className="flex flex-wrap gap-x-4">
                    <Link href={receipt}>{t.entry({ entry: formatNumber(round.sealed.seq) })}</Link>
                    <Link href={`${receipt}#check`}>
                      {t.checkMyVote({
                        round: round.number,
                        more: (text) => <span className="sr-only">{text}</span>,
                      })}
                    </Link>
                  </span>
                )}
              </Cell>
            </Row>
          );
        })}
      </Table>
    </Sheet>
  );
}

function NotSealed({ state }: Pick<MyRound, "state">) {
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
  });
}
