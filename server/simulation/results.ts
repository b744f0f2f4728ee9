import { z } from "zod";

/** The result of a finished cell: only numbers that follow from the plan, so no times. */
export const cellResultSchema = z.object({
  key: z.string(),
  learner: z.string(),
  /** The panel's rule. */
  rule: z.string(),
  rounds: z.number(),
  seed: z.number(),
  rules: z.number(),
  roundSize: z.number(),
  violatingRounds: z.number(),
  violatingPairs: z.number(),
  errorPerPerson: z.number(),
  drawnErrorPerPerson: z.number(),
  acceptedShare: z.number(),
  errorRegret: z.number(),
  unfairnessRegret: z.number(),
  lagrangianRegret: z.number(),
  errorRegretToBestRule: z.number(),
  comparatorErrorPerPerson: z.number(),
  comparatorAcceptedShare: z.number(),
  bestRuleErrorPerPerson: z.number(),
  /** Divided by k √(T ln N). */
  errorRegretScaled: z.number(),
  lagrangianRegretScaled: z.number(),
  lemmaLeft: z.number(),
  pairsBinding: z.number(),
  pairsUsed: z.number(),
  errorRegretBound: z.number().nullable(),
  violatingRoundsBound: z.number().nullable(),
  /** Rounds with a pair that could be judged. */
  judgedRounds: z.number(),
  /**
   * Mode guarded: the largest possible number of violating rounds, without those whose correction was cut; null
   * elsewhere.
   */
  promise: z.number().nullable(),
  cutRounds: z.number(),
  cutViolatingRounds: z.number(),
  /** What the corrections took, in k √(T ln N); the budget is in the learner's settings. */
  spentScaled: z.number(),
  /** The run's stored flags, decided again under other rules; the policies remain those of this run. */
  redecided: z.array(z.object({ rule: z.string(), violatingRounds: z.number(), violatingPairs: z.number() })),
  /** The course of the run, if it was requested. */
  series: z
    .array(z.object({ round: z.number(), violatingRounds: z.number(), errorRegret: z.number() }))
    .exactOptional(),
});

export type CellResult = Readonly<z.infer<typeof cellResultSchema>>;

/** Writes results as JSONL: one line each. */
export function resultLines(results: readonly CellResult[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join("");
}

/** Writes the totals of each cell as CSV. */
export function resultsCsv(results: readonly CellResult[]): string {
  const [first] = results;
  if (first === undefined) return "";
  const names = Object.keys(first).filter(
    (key): key is keyof CellResult => key !== "redecided" && key !== "series",
  );
  const rules = first.redecided.map(({ rule }) => rule);
  const header = [...names, ...rules.map((rule) => `redecided ${rule}`)];
  const rows = results.map((result) => [
    ...names.map((key) => result[key]),
    ...rules.map((rule) => result.redecided.find((point) => point.rule === rule)?.violatingRounds),
  ]);
  return csvText([header, ...rows]);
}

/** Writes the course of each cell as CSV, a row a point; only the header if no series was requested. */
export function seriesCsv(results: readonly CellResult[]): string {
  const header = ["learner", "rule", "rounds", "seed", "round", "violating_rounds", "error_regret"];
  const rows = results.flatMap(({ learner, rule, rounds, seed, series = [] }) =>
    series.map(({ round, violatingRounds, errorRegret }) => [
      ...[learner, rule, rounds, seed],
      ...[round, violatingRounds, errorRegret],
    ]),
  );
  return csvText([header, ...rows]);
}

/** Writes rows of cells as CSV. */
export function csvText(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
