import { countOfTotal, rangeInHundred } from "#components/results/panel/finding-words.ts";
import { Fold } from "#components/ui/fold.tsx";
import { Cell, HeaderCell, Row, RowHead, Table } from "#components/ui/table.tsx";
import { formatNumber, formatPerHundred, formatPoints } from "#server/format.ts";
import type { Replayed } from "./messages.ts";
import { replayKey } from "./use-replay.ts";
import { lossFigure, settingInShort } from "./what-if-words.ts";

const roundsShown = 200;

/** Table with a row for each replay, and the rounds of the newest one. */
export function ReplayedTable({
  replays,
  seats,
  ownAlpha,
}: {
  replays: readonly Replayed[];
  seats: readonly string[];
  ownAlpha: string;
}) {
  const last = replays.at(-1);
  return (
    <>
      <Table
        caption="What each replay came to"
        head={
          <tr>
            <HeaderCell>Setting</HeaderCell>
            <HeaderCell numeric>Rounds with a report</HeaderCell>
            <HeaderCell numeric>In 100 rounds, 95 %</HeaderCell>
            <HeaderCell numeric>Reported pairs</HeaderCell>
            <HeaderCell numeric>Wrong in 100, 95 %</HeaderCell>
            <HeaderCell numeric>Chances moved by, points</HeaderCell>
          </tr>
        }
      >
        {replays.map(({ setting, summary }) => (
          <Row key={replayKey(setting)}>
            <RowHead className="whitespace-nowrap">{settingInShort(setting, seats, ownAlpha)}</RowHead>
            {summary === null ? (
              <Cell className="text-ink-2">no round could be replayed</Cell>
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
          </Row>
        ))}
      </Table>
      {last !== undefined && last.rounds.length > 0 && (
        <div className="border-t border-hair px-4 py-2 md:px-6">
          <Fold label={`Round by round: ${settingInShort(last.setting, seats, ownAlpha)}`} isLazy>
            <RoundTable rounds={last.rounds.slice(-roundsShown)} />
            {last.rounds.length > roundsShown && (
              <p className="mt-2 text-sm text-ink-2">The last {roundsShown} rounds.</p>
            )}
          </Fold>
        </div>
      )}
    </>
  );
}

function RoundTable({ rounds }: { rounds: Replayed["rounds"] }) {
  return (
    <Table
      bare
      caption="The newest replay, round by round"
      head={
        <tr>
          <HeaderCell>Round</HeaderCell>
          <HeaderCell numeric>Reported pairs</HeaderCell>
          <HeaderCell numeric>Mean chance, in 100</HeaderCell>
          <HeaderCell numeric>Chances moved by, points</HeaderCell>
          <HeaderCell numeric>Pairs nobody judged</HeaderCell>
          <HeaderCell numeric>Outcomes unknown</HeaderCell>
        </tr>
      }
    >
      {rounds.map(({ number, reportedPairs, meanChance, moved, unjudgedCount, unknownCount }) => (
        <Row key={number}>
          <RowHead>{number}</RowHead>
          <Cell numeric>{reportedPairs}</Cell>
          <Cell numeric>{formatPerHundred(meanChance)}</Cell>
          <Cell numeric>{formatPoints(moved)}</Cell>
          <Cell numeric>{unjudgedCount}</Cell>
          <Cell numeric>{unknownCount}</Cell>
        </Row>
      ))}
    </Table>
  );
}
