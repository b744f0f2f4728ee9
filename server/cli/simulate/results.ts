import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Cell } from "./cells.ts";
import { SimulationRefusal } from "./config.ts";

/** What a finished cell leaves behind: numbers only that follow from the plan, so no times. */
const cellResult = z.object({
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
  /** Mode guarded: how many violating rounds there can be beside those whose correction was cut; null elsewhere. */
  promise: z.number().nullable(),
  cutRounds: z.number(),
  cutViolatingRounds: z.number(),
  /** What the corrections took, in k √(T ln N); the budget is in the learner's settings. */
  spentScaled: z.number(),
  /** The run's stored flags, decided again under other rules; the policies stay those of this run. */
  redecided: z.array(z.object({ rule: z.string(), violatingRounds: z.number(), violatingPairs: z.number() })),
});

export type CellResult = Readonly<z.infer<typeof cellResult>>;

export type ResultsFolder = {
  /** Finished before. */
  readonly finished: ReadonlyMap<string, CellResult>;
  add(result: CellResult): void;
  /** Writes all results in the order of the plan, as JSONL and as CSV. */
  writeAll(): readonly CellResult[];
};

/**
 * Opens a folder of results and takes up what is there. A cell is appended as one line when it is finished; a line cut
 * short by a crash is dropped. Two runs of one plan leave the same bytes, interrupted or not.
 *
 * @throws SimulationRefusal if it holds results of another plan
 */
export function openResults(folder: string, cells: readonly Cell[]): ResultsFolder {
  mkdirSync(folder, { recursive: true });
  const jsonl = join(folder, "results.jsonl");
  const planned = new Set(cells.map(({ key }) => key));
  const finished = new Map(readLines(jsonl).map((result) => [result.key, result]));
  const foreign = [...finished.values()].find(({ key }) => !planned.has(key));
  if (foreign !== undefined) {
    throw new SimulationRefusal(
      `${folder} holds results of another plan (${foreign.learner}, T = ${foreign.rounds}, seed ${foreign.seed}): ` +
        "choose another folder with --out, or empty this one",
    );
  }
  const all = new Map(finished);
  replaceFile(jsonl, lines([...all.values()]));
  return {
    finished,
    add(result) {
      all.set(result.key, result);
      appendFileSync(jsonl, lines([result]));
    },
    writeAll() {
      const sorted = cells.flatMap(({ key }) => all.get(key) ?? []);
      replaceFile(jsonl, lines(sorted));
      replaceFile(join(folder, "results.csv"), csvOf(sorted));
      return sorted;
    },
  };
}

function readLines(file: string): CellResult[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line, i) => {
      try {
        return cellResult.parse(JSON.parse(line));
      } catch (cause) {
        throw new SimulationRefusal(`${file}, line ${i + 1} is no result`, { cause });
      }
    });
}

function lines(results: readonly CellResult[]): string {
  return results.map((result) => `${JSON.stringify(result)}\n`).join("");
}

function csvOf(results: readonly CellResult[]): string {
  const [first] = results;
  if (first === undefined) return "";
  const names = Object.keys(first).filter((key): key is keyof CellResult => key !== "redecided");
  const rules = first.redecided.map(({ rule }) => rule);
  const header = [...names, ...rules.map((rule) => `redecided ${rule}`)];
  const rows = results.map((result) => [
    ...names.map((key) => result[key]),
    ...rules.map((rule) => result.redecided.find((point) => point.rule === rule)?.violatingRounds),
  ]);
  return [header, ...rows].map((row) => `${row.map(csvCell).join(",")}\n`).join("");
}

function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function replaceFile(file: string, text: string): void {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}
