import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import type { RegretEstimate } from "#server/analysis/what-if/regret.ts";
import { formatFixed } from "#server/format.ts";
import type { Replayed } from "./messages.ts";
import { replayKey } from "./use-replay.ts";
import { settingInShort } from "./what-if-words.ts";

/**
 * Table of replays: how many more decisions than a fixed rule each got wrong (estimated), and how many rounds had a
 * report (counted).
 */
export function RegretTable({
  replays,
  seats,
  ownAlpha,
}: {
  replays: readonly Replayed[];
  seats: readonly string[];
  ownAlpha: string;
}) {
  const telling = replays.filter(({ regrets }) => regrets !== null);
  if (telling.length === 0) return null;
  return (
    <div className="border-t border-hair">
      <div className="flex flex-wrap items-baseline justify-between gap-3 px-4 pt-4 pb-2 md:px-6">
        <h3>Regret so far</h3>
        <KindBadge kind="estimated" />
      </div>
      <Table
        caption="Estimated regret of each replay"
        head={
          <tr>
            <HeaderCell>Setting</HeaderCell>
            <HeaderCell numeric>Rounds that tell</HeaderCell>
            <HeaderCell numeric>More wrong than nobody picked</HeaderCell>
            <HeaderCell numeric>Than everybody picked</HeaderCell>
            <HeaderCell numeric>Than the best rule afterwards</HeaderCell>
          </tr>
        }
      >
        {telling.map(({ setting, regrets }) => (
          <Row key={replayKey(setting)}>
            <RowHead className="whitespace-nowrap">{settingInShort(setting, seats, ownAlpha)}</RowHead>
            <Cell numeric>{regrets?.rounds}</Cell>
            {[regrets?.toNone, regrets?.toAll, regrets?.toBest].map((estimate, index) => (
              <Cell key={["none", "all", "best"][index]} numeric className="whitespace-nowrap">
                {estimate && regretFigure(estimate)}
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
      <div className="px-4 pb-4 text-sm text-ink-2 md:px-6">
        <ResearchDetails about="regret">
          <p>
            Wrong decisions beyond those of a fixed rule, with a 95 % interval: below 0 the learner did
            better. They are estimated, each known outcome counting 1/p. The best rule was chosen by the same
            outcomes, so luck looks like skill in the last column. Against a panel no exact number is missing:
            some fixed rule is never reported, so the regret in reports is the number of rounds with one,
            which is counted above.
          </p>
        </ResearchDetails>
      </div>
    </div>
  );
}

function regretFigure({ errors, interval }: RegretEstimate): string {
  const range = interval && ` (${formatFixed(interval.low, 1)} to ${formatFixed(interval.high, 1)})`;
  return `${formatFixed(errors, 1)}${range ?? ""}`;
}
