import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as picks from "#messages/picks.ts";
import * as t from "#messages/rounds.ts";
import { NoRounds } from "./no-rounds.tsx";
import { type RoundState, RoundStateTag } from "./round-state.tsx";

type Round = {
  number: number;
  state: RoundState;
  openedAt: number;
  closedAt: number | null;
  deadlineAt: number | null;
  pairCount: number;
  violationCount: number;
  /** Null unless a closed round had a draw. */
  picked: { picked: number; people: number } | null;
};

export function RoundList({ studyId, rounds }: { studyId: string; rounds: readonly Round[] }) {
  if (rounds.length === 0) return <NoRounds />;
  const isDrawn = rounds.some(({ picked }) => picked !== null);
  const head = (
    <tr>
      <HeaderCell>{t.round()}</HeaderCell>
      <HeaderCell>{t.state()}</HeaderCell>
      <HeaderCell>{t.opened()}</HeaderCell>
      <HeaderCell>{t.ended()}</HeaderCell>
      {isDrawn && <HeaderCell numeric>{picks.picked()}</HeaderCell>}
      <HeaderCell numeric>{t.reportedPairs()}</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption={t.newestFirst()} head={head} fold>
        {rounds.map((round) => (
          <Row key={round.number}>
            <RowHead label={t.round()}>
              <Link href={`/studies/${studyId}/rounds/${round.number}`}>
                {t.roundName({ round: String(round.number) })}
              </Link>
            </RowHead>
            <Cell label={t.state()}>
              <span>
                <RoundStateTag state={round.state} />
              </span>
            </Cell>
            <Cell label={t.opened()}>
              <LocalTime at={round.openedAt} />
            </Cell>
            <Cell label={t.ended()}>
              <Ending {...round} />
            </Cell>
            {isDrawn && (
              <Cell label={picks.picked()} numeric>
                {round.picked === null ? "–" : picks.pickedOf(round.picked)}
              </Cell>
            )}
            <Cell label={t.reportedPairs()} numeric>
              {reportedIn(round)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}

function reportedIn({ state, pairCount, violationCount }: Round): number | string {
  if (state !== "cancelled" && pairCount === 0) return t.noneToJudge();
  return state === "closed" ? violationCount : "–";
}

function Ending({ state, closedAt, deadlineAt }: Round) {
  if (closedAt !== null) return <LocalTime at={closedAt} />;
  if (state === "closing") return <span className="text-ink-3">{t.awaitsDraw()}</span>;
  if (deadlineAt === null) return <span className="text-ink-3">{t.noDeadline()}</span>;
  return <span>{t.closesAt({ time: () => <LocalTime at={deadlineAt} relative /> })}</span>;
}
