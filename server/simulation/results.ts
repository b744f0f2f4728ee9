import { z } from "zod";
import { proofs } from "./proven.ts";
import { seriesPointSchema } from "./series.ts";

/** Measured against the best fair policy; absent where regrets are not measured. */
const measured = z.number().exactOptional();

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
  /** The share of outcomes yes. */
  yesShare: z.number(),
  errorRegret: measured,
  unfairnessRegret: measured,
  lagrangianRegret: measured,
  errorRegretToBestRule: measured,
  comparatorErrorPerPerson: measured,
  comparatorAcceptedShare: measured,
  bestRuleErrorPerPerson: measured,
  /** Divided by k √(T ln N). */
  errorRegretScaled: measured,
  lagrangianRegretScaled: measured,
  lemmaLeft: measured,
  pairsBinding: measured,
  pairsUsed: measured,
  /** Where the bounds are proven; null if none are. */
  proof: z.enum(proofs).nullable(),
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
  series: z.array(seriesPointSchema).exactOptional(),
  /** Chances of some people, before the limit of a round, at the openings of these rounds; each by its place in the file. */
  examples: z
    .array(z.object({ place: z.number(), rounds: z.array(z.number()), chances: z.array(z.number()) }))
    .exactOptional(),
});

export type CellResult = Readonly<z.infer<typeof cellResultSchema>>;

/** A value over the seeds of a run. */
export const figureSchema = z.strictObject({ mean: z.number(), low: z.number(), high: z.number() });

export type Figure = z.output<typeof figureSchema>;

/** Returns the mean of values, the lowest and the highest; of at least one. */
export function figureOf(values: readonly number[]): Figure {
  const mean = values.reduce((total, value) => total + value, 0) / values.length;
  return { mean, low: Math.min(...values), high: Math.max(...values) };
}

/** Reads results from JSONL. */
export function readResultLines(text: string): CellResult[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => cellResultSchema.parse(JSON.parse(line)));
}

/** Writes results as JSONL: one line each. */
export function resultLines(results: readonly CellResult[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join("");
}

/** Writes the totals of each cell as CSV. */
export function resultsCsv(results: readonly CellResult[]): string {
  const [first] = results;
  if (first === undefined) return "";
  const names = Object.keys(first).filter(
    (key): key is Exclude<keyof CellResult, "redecided" | "series" | "examples"> =>
      key !== "redecided" && key !== "series" && key !== "examples",
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
  const header = ["learner", "rule", "rounds", "seed", "round"];
  const counts = ["violating_rounds", "judged_rounds", "verdicts", "picked", "wrong"];
  const measures = ["error_regret", "lagrangian_regret", "error_regret_bound", "reports_bound"];
  const rows = results.flatMap(({ learner, rule, rounds, seed, series = [] }) =>
    series.map((point) => [
      ...[learner, rule, rounds, seed, point.round, point.violatingRounds, point.judgedRounds],
      ...[point.verdicts, point.picked, point.wrong],
      ...[point.errorRegret, point.lagrangianRegret, point.errorRegretBound, point.reportsBound],
    ]),
  );
  return csvText([[...header, ...counts, ...measures], ...rows]);
}

/** Writes rows of cells as CSV. */
function csvText(rows: readonly (readonly unknown[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
