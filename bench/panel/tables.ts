import { textTable } from "#server/cli/simulate/text-table.ts";
import type { Point } from "./measure.ts";

/** One row: what was played, T, the promise, and the points of all seeds. */
export type Row = {
  readonly name: string;
  readonly rounds: number;
  readonly promise: number | null;
  readonly points: readonly Point[];
  /** k √(T ln N), what spent is shown in */
  readonly scale: number;
};

const HEADER = ["", "T", "V mean", "V most", "promise", "truly", "error", "last 1/4", "judged", "spent"];

export const LEGEND =
  "V: rounds that ended in a report, mean and most of the seeds; truly: rounds with a pair beyond the pivotal auditor's distance,\n" +
  "whatever was flagged; error: expected, a person, over the run and over its last quarter; judged: share of rounds with a pair\n" +
  "to judge; spent: all corrections, in k sqrt(T ln N), of 4. fair, constant, uniform: fixed policies on the same rounds.\n";

export function panelTable(rows: readonly Row[]): string {
  return textTable(
    HEADER,
    rows.map(({ name, rounds, promise, points, scale }) => {
      const mean = (of: (point: Point) => number) =>
        points.reduce((sum, point) => sum + of(point), 0) / points.length;
      const judged = mean(({ judgedShare }) => judgedShare);
      return [
        name,
        String(rounds),
        mean(({ violatingRounds }) => violatingRounds).toFixed(1),
        String(Math.max(...points.map(({ violatingRounds }) => violatingRounds))),
        promise === null ? "-" : String(promise),
        mean(({ unfairRounds }) => unfairRounds).toFixed(1),
        mean(({ error }) => error).toFixed(3),
        mean(({ lastQuarter }) => lastQuarter).toFixed(3),
        Number.isNaN(judged) ? "-" : judged.toFixed(2),
        promise === null ? "-" : (mean(({ spent }) => spent) / scale).toFixed(2),
      ];
    }),
  );
}
