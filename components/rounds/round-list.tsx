import { Link } from "#components/ui/link.tsx";
import { TableSheet } from "#components/ui/table.tsx";
import { LocalTime } from "#components/ui/time/moment.tsx";
import * as picks from "#messages/picks.ts";
import * as t from "#messages/rounds.ts";
import type { Outputs } from "#server/http/outputs.ts";
import { NoRounds } from "./no-rounds.tsx";
import { RoundStateTag } from "./round-state.tsx";

type Round = Outputs["studies"]["read"]["rounds"][number];

export function RoundList({ studyId, rounds }: { studyId: string; rounds: readonly Round[] }) {
  if (rounds.length === 0) return <NoRounds />;
  const isDrawn = rounds.some(({ picked }) => picked !== null);
  return (
    <TableSheet
      caption={t.newestFirst()}
      rows={rounds}
      keyOf={({ number }) => number}
      columns={[
        [
          t.round(),
          ({ number }) => (
            <Link className="whitespace-nowrap" href={`/studies/${studyId}/rounds/${number}`}>
              {t.roundName({ round: number })}
            </Link>
          ),
        ],
        [
          t.state(),
          ({ state }) => (
            <span>
              <RoundStateTag state={state} />
            </span>
          ),
        ],
        [t.opened(), ({ openedAt }) => <LocalTime at={openedAt} />],
        [t.ended(), (round) => <Ending {...round} />],
        isDrawn && [
          picks.picked(),
          ({ picked }) => (picked === null ? "–" : picks.pickedOf(picked)),
          { numeric: true },
        ],
        [t.reportedPairs(), reportedIn, { numeric: true }],
      ]}
    />
  );
}

function reportedIn({ state, pairCount, violations: { reported, annulled } }: Round): number | string {
  if (state !== "cancelled" && pairCount === 0) return t.noneToJudge();
  if (state !== "closed") return "–";
  return annulled === 0 ? reported : t.reportedAndAnnulled({ reported, annulled });
}

function Ending({ state, closedAt, deadlineAt }: Round) {
  if (closedAt !== null) return <LocalTime at={closedAt} />;
  if (state === "closing") return <span className="text-ink-3">{t.awaitsDraw()}</span>;
  if (deadlineAt === null) return <span className="text-ink-3">{t.noDeadline()}</span>;
  return <span>{t.closesAt({ time: () => <LocalTime at={deadlineAt} relative /> })}</span>;
}
