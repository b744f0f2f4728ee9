import { Link } from "#components/ui/link.tsx";
import { Sheet } from "#components/ui/sheet.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
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
};

export function RoundList({ studyId, rounds }: { studyId: string; rounds: readonly Round[] }) {
  if (rounds.length === 0) return <NoRounds />;
  const head = (
    <tr>
      <HeaderCell>Round</HeaderCell>
      <HeaderCell>State</HeaderCell>
      <HeaderCell>Opened</HeaderCell>
      <HeaderCell>Ended</HeaderCell>
      <HeaderCell numeric>Reported pairs</HeaderCell>
    </tr>
  );
  return (
    <Sheet>
      <Table caption="Rounds, newest first" head={head} fold>
        {rounds.map((round) => (
          <Row key={round.number}>
            <RowHead label="Round">
              <Link href={`/studies/${studyId}/rounds/${round.number}`}>Round {round.number}</Link>
            </RowHead>
            <Cell label="State">
              <span>
                <RoundStateTag state={round.state} />
              </span>
            </Cell>
            <Cell label="Opened">
              <LocalTime at={round.openedAt} />
            </Cell>
            <Cell label="Ended">
              <Ending {...round} />
            </Cell>
            <Cell label="Reported pairs" numeric>
              {reportedIn(round)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Sheet>
  );
}

function reportedIn({ state, pairCount, violationCount }: Round): number | string {
  if (state !== "cancelled" && pairCount === 0) return "none to judge";
  return state === "closed" ? violationCount : "–";
}

function Ending({ state, closedAt, deadlineAt }: Round) {
  if (closedAt !== null) return <LocalTime at={closedAt} />;
  if (state === "closing") return <span className="text-ink-3">Its draw is awaited</span>;
  if (deadlineAt === null) return <span className="text-ink-3">No deadline</span>;
  return (
    <span>
      closes <LocalTime at={deadlineAt} relative />
    </span>
  );
}
