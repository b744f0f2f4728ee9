import { CircleDashed } from "lucide-react";
import { pairName } from "#components/rounds/people/pair-words.ts";
import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { receiptAddress, resultAddress } from "#components/ui/study-addresses.ts";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import { formatNumber } from "#server/format.ts";
import type { MyRound } from "#server/rounds/judging/read-my-rounds.ts";

/** Rounds that have ended, newest first, with their results and the viewer's receipt. */
export function PastRounds({ studyId, rounds }: { studyId: string; rounds: readonly MyRound[] }) {
  const head = (
    <tr>
      <HeaderCell>Round</HeaderCell>
      <HeaderCell>Ended</HeaderCell>
      <HeaderCell>Your verdicts</HeaderCell>
      <HeaderCell>Result</HeaderCell>
      <HeaderCell>Receipt</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="My past rounds" head={head} fold>
        {rounds.map((round) => {
          const receipt = receiptAddress(studyId, round.number);
          return (
            <Row key={round.number}>
              <RowHead>Round {round.number}</RowHead>
              <Cell label="Ended">{round.closedAt !== null && <LocalTime at={round.closedAt} />}</Cell>
              <Cell label="Your verdicts">
                {round.sealed === null ? (
                  <NotSealed state={round.state} />
                ) : (
                  <span>{round.sealed.verdictCount}</span>
                )}
              </Cell>
              <Cell label="Result">
                <Link href={resultAddress(studyId, round.number)}>{resultInWords(round)}</Link>
              </Cell>
              <Cell label="Receipt">
                {round.sealed === null ? (
                  <span className="text-ink-3">none</span>
                ) : (
                  <span className="flex flex-wrap gap-x-4">
                    <Link href={receipt}>Entry {formatNumber(round.sealed.seq)}</Link>
                    <Link href={`${receipt}#check`}>
                      Check my vote<span className="sr-only"> in round {round.number}</span>
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
      <CircleDashed aria-hidden className="mr-1.5 inline size-4 align-[-0.18em]" />
      {state === "cancelled" ? "Not sealed" : "Not sealed, counted as no flags"}
    </span>
  );
}

function resultInWords({ state, reported, seatCount }: MyRound): string {
  if (state === "cancelled") return "Cancelled";
  const [first, ...more] = reported ?? [];
  if (first === undefined) return "Nothing was reported";
  const pair = `${pairName(first.high, first.low)}, ${first.flagCount} of ${seatCount}`;
  return more.length === 0 ? pair : `${pair}, and ${more.length} more`;
}
