import { countOfTotal, rangeInHundred } from "#components/results/panel/finding-words.ts";
import { Fold } from "#components/ui/fold.tsx";
import { Cell, DataTable, HeaderCell, RowHead, Table } from "#components/ui/table.tsx";
import * as t from "#messages/whatIf.ts";
import { formatNumber, formatPerHundred, formatPoints } from "#server/format.ts";
import type { Replayed } from "./messages.ts";
import { replayKey } from "./use-replay.ts";
import { lossFigure } from "./what-if-words.ts";

const roundsShown = 200;

export type NamedReplays = {
  replays: readonly Replayed[];
  /** Describes a setting by what distinguishes it. */
  nameOf: (setting: Replayed["setting"]) => string;
};

/** Table with a row for each replay, and the rounds of the newest one. */
export function ReplayedTable({ replays, nameOf }: NamedReplays) {
  const last = replays.at(-1);
  return (
    <>
      <Table
        caption={t.replaysTable()}
        head={
          <tr>
            <HeaderCell>{t.setting()}</HeaderCell>
            <HeaderCell numeric>{t.roundsWithReport()}</HeaderCell>
            <HeaderCell numeric>{t.in100Rounds()}</HeaderCell>
            <HeaderCell numeric>{t.reportedPairs()}</HeaderCell>
            <HeaderCell numeric>{t.wrongIn100Short()}</HeaderCell>
            <HeaderCell numeric>{t.chancesMoved()}</HeaderCell>
          </tr>
        }
      >
        {replays.map(({ setting, summary }) => (
          <tr key={replayKey(setting)}>
            <RowHead className="whitespace-nowrap">{nameOf(setting)}</RowHead>
            {summary === null ? (
              <Cell className="text-ink-2">{t.noneReplayed()}</Cell>
            ) : (
              <>
                <Cell numeric>{countOfTotal(summary.reports, summary.rounds)}</Cell>
                <Cell numeric>{rangeInHundred(summary.interval)}</Cell>
                <Cell numeric>{formatNumber(summary.reportedPairs)}</Cell>
                <Cell numeric className="whitespace-nowrap">
                  {lossFigure(summary.loss)}
                </Cell>
                <Cell numeric>{formatPoints(summary.moved)}</Cell>
              </>
            )}
          </tr>
        ))}
      </Table>
      {last !== undefined && last.rounds.length > 0 && (
        <div className="border-t border-hair px-4 py-2 md:px-6">
          <Fold label={t.roundByRound({ setting: nameOf(last.setting) })} isLazy>
            <RoundTable rounds={last.rounds.slice(-roundsShown)} />
            {last.rounds.length > roundsShown && (
              <p className="mt-2 text-sm text-ink-2">{t.lastRounds({ count: roundsShown })}</p>
            )}
          </Fold>
        </div>
      )}
    </>
  );
}

function RoundTable({ rounds }: { rounds: Replayed["rounds"] }) {
  return (
    <DataTable
      bare
      caption={t.newestReplay()}
      rows={rounds}
      keyOf={({ number }) => number}
      columns={[
        [t.round(), ({ number }) => number],
        [t.reportedPairs(), ({ reportedPairs }) => reportedPairs, { numeric: true }],
        [t.meanChance(), ({ meanChance }) => formatPerHundred(meanChance), { numeric: true }],
        [t.chancesMoved(), ({ moved }) => formatPoints(moved), { numeric: true }],
        [t.pairsUnjudged(), ({ unjudgedCount }) => unjudgedCount, { numeric: true }],
        [t.outcomesUnknown(), ({ unknownCount }) => unknownCount, { numeric: true }],
      ]}
    />
  );
}
