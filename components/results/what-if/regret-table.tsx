import { KindBadge } from "#components/ui/charts/kind-badge.tsx";
import { ResearchDetails } from "#components/ui/research-details.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/whatIf.ts";
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
        <h3>{t.regretTitle()}</h3>
        <KindBadge kind="estimated" />
      </div>
      <Table
        caption={t.regretTable()}
        head={
          <tr>
            <HeaderCell>{t.setting()}</HeaderCell>
            <HeaderCell numeric>{t.regretRounds()}</HeaderCell>
            <HeaderCell numeric>{t.regretNone()}</HeaderCell>
            <HeaderCell numeric>{t.regretAll()}</HeaderCell>
            <HeaderCell numeric>{t.regretBest()}</HeaderCell>
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
        <ResearchDetails about={t.aboutRegret()}>
          <p>{t.regretMeaning()}</p>
        </ResearchDetails>
      </div>
    </div>
  );
}

function regretFigure({ errors, interval }: RegretEstimate): string {
  const value = formatFixed(errors, 1);
  if (interval === null) return value;
  return t.withRange({ value, low: formatFixed(interval.low, 1), high: formatFixed(interval.high, 1) });
}
