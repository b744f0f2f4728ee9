import { textTable } from "#server/cli/simulate/text-table.ts";
import type { Point } from "./measure.ts";

/** One row: the played case, T, the guarantee, and the points of all seeds. */
export type Row = {
  readonly name: string;
  readonly rounds: number;
  readonly promise: number | null;
  readonly points: readonly Point[];
  /** k √(T ln N), the unit of the column spent */
  readonly scale: number;
};

const HEADER = ["", "T", "V mean", "V most", "promise", "truly", "error", "last 1/4", "judged", "spent"];

/** The mean of all seeds with its standard error. */
function figure(values: readonly number[], digits: number): string {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (values.length < 2) return mean.toFixed(digits);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return `${mean.toFixed(digits)} ±${Math.sqrt(variance / values.length).toFixed(digits)}`;
}

export const LEGEND =
  "V: rounds that ended in a report, mean and most of the seeds; truly: rounds with a pair beyond the pivotal auditor's distance,\n" +
  "whatever was flagged; error: expected, a person, over the run and over its last quarter; judged: share of rounds with a pair\n" +
  "to judge; spent: all corrections, in k sqrt(T ln N), of 4. fair, constant, uniform, unreportable, lot, nobody, everybody:\n" +
  "fixed policies on the same rounds. ±: standard error over the seeds.\n";

export function panelTable(rows: readonly Row[]): string {
  return textTable(
    HEADER,
    rows.map(({ name, rounds, promise, points, scale }) => {
      const mean = (of: (point: Point) => number) =>
        points.reduce((sum, point) => sum + of(point), 0) / points.length;
      const shown = (of: (point: Point) => number, digits: number) => figure(points.map(of), digits);
      const judged = mean(({ judgedShare }) => judgedShare);
      return [
        name,
        String(rounds),
        shown(({ violatingRounds }) => violatingRounds, 1),
        String(Math.max(...points.map(({ violatingRounds }) => violatingRounds))),
        promise === null ? "-" : String(promise),
        shown(({ unfairRounds }) => unfairRounds, 1),
        shown(({ error }) => error, 3),
        shown(({ lastQuarter }) => lastQuarter, 3),
        Number.isNaN(judged) ? "-" : shown(({ judgedShare }) => judgedShare, 2),
        promise === null ? "-" : shown(({ spent }) => spent / scale, 2),
      ];
    }),
  );
}
