import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { tableWorld } from "#server/cli/simulate/table-world.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Column, HypothesisSpec, Predicate } from "#server/learner/config/spec.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { type Population, rowPopulation } from "#server/simulation/engine/population.ts";
import { type FileWorld, type PlanInput, parsePlan } from "#server/simulation/plan.ts";

/** People, rules and a panel of three; a violation takes two of them unless a case says otherwise. */
export type PanelWorld = {
  readonly name: string;
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
  readonly auditors: readonly AuditorSpec[];
};

/** The files, and their public sources. */
export const FILES = {
  "phd_admission_2022.csv": "in the repository hil-se/RelativeFairnessTesting on GitHub (MIT)",
  "german.data": "Statlog (German Credit Data), UCI Machine Learning Repository (CC BY 4.0)",
  "compas_recidivism_judgments.csv":
    "with arXiv 1910.10255, Wang et al. (Apache-2.0): 20 people judged the same 200 defendants",
  "compas_bail_decisions.csv": "with arXiv 1910.10255, Wang et al. (Apache-2.0)",
} as const;

/** Each world by name, made on request from the files in a folder. */
export const WORLDS: Readonly<Record<string, (folder: string) => PanelWorld>> = {
  "phd-1": (folder) => admissions("phd-1", folder, 1),
  "phd-2": (folder) => admissions("phd-2", folder, 2),
  german: (folder) => german(folder),
  gbal: (folder) => sharing("gbal", german(folder), { good: 300, bad: 300 }),
  g30: (folder) => sharing("g30", german(folder), { good: 129, bad: 300 }),
  g10: (folder) => sharing("g10", german(folder), { good: 33, bad: 300 }),
  compas: (folder) => compas(folder),
};

/**
 * Makes rules of one or two conditions that favour a person ("accept if a", "accept if a and b"), evaluated once for each
 * person: the rules read the answers, one column per rule.
 */
function withRules(population: Population, predicates: readonly Predicate[]) {
  const { bits } = hypothesisClass(population.columns, { kind: "conjunctions", version: 1, predicates });
  const masks = predicates.flatMap((first, a) => [
    1 << a,
    ...predicates.flatMap(({ column }, b) => (b > a && column !== first.column ? [(1 << a) | (1 << b)] : [])),
  ]);
  const columns = masks.map((mask): Column => ({ name: `rule ${mask}`, type: "category" }));
  const kinds = population.kinds.map((kind) => {
    const decisions = bits(kind.features);
    return { ...kind, features: masks.map((mask) => String(decisions[1 + mask])) };
  });
  const rules = columns.map(({ name }) => ({ column: name, accepts: "1" }));
  const hypotheses: HypothesisSpec = { kind: "explicit", version: 1, rules };
  return { population: { ...population, columns, kinds }, hypotheses };
}

const above = (column: string, ...values: number[]) =>
  values.map((value): Predicate => ({ column, test: "above", value: String(value) }));
const atMost = (column: string, ...values: number[]) =>
  values.map((value): Predicate => ({ column, test: "at-most", value: String(value) }));

const admissionTests = [
  ...above("BS GPA", 0.75, 0.85, 0.92),
  ...above("MS GPA", 0.9),
  ...above("GRE Quan", 155, 162, 166),
  ...above("GRE Ver", 146, 152),
  ...above("GRE AWA", 3),
  ...above("TOEFL", 92, 100),
  ...above("IELTS", 6.5),
  ...atMost("Institution Ranking (BS)", 16, 54),
  ...above("Research Experience", 0),
  ...above("Faculty Identified", 0),
  ...above("Int'l pubs counts", 0, 1),
  ...above("Has MS", 0),
];

function admissions(name: string, folder: string, atLeast: number): PanelWorld {
  const scores = ["Eval 1", "Eval 2", "Eval 3"];
  const features = [...new Set(admissionTests.map(({ column }) => column))];
  const { population } = fromFile({
    kind: "file",
    file: join(folder, "phd_admission_2022.csv"),
    features: features.map((column) => ({ column, type: "number" })),
    shown: scores.map((column) => ({ column, type: "number" })),
    outcome: { majority: scores, atLeast },
    rules: { kind: "quantile-cuts", count: 1 },
  });
  const auditors = scores.map((column) => ({ kind: "score", column, range: 2 }) as const);
  return { name, ...withRules(population, admissionTests), auditors };
}

const is = (column: string, value: string): Predicate => ({ column, test: "is", value });
const isNot = (column: string, value: string): Predicate => ({ column, test: "is-not", value });

const germanTests = [
  isNot("checking", "A11"),
  is("checking", "A14"),
  ...atMost("duration", 12, 24, 36),
  is("history", "A34"),
  isNot("history", "A30"),
  ...atMost("amount", 2000, 4000, 8000),
  isNot("savings", "A61"),
  isNot("employment", "A71"),
  isNot("property", "A124"),
  is("housing", "A152"),
  ...above("age", 25, 35),
  ...atMost("installment rate", 2),
  isNot("other plans", "A141"),
];

/** Columns of the Statlog file by position; the last one is 1 for good, 2 for bad. */
const germanColumns = [
  [1, "checking"],
  [2, "duration"],
  [3, "history"],
  [5, "amount"],
  [6, "savings"],
  [7, "employment"],
  [8, "installment rate"],
  [12, "property"],
  [13, "age"],
  [14, "other plans"],
  [15, "housing"],
] as const;
const germanNumbers = new Set(["duration", "amount", "installment rate", "age"]);

function german(folder: string): PanelWorld {
  const { population } = fromFile({
    kind: "file",
    file: join(folder, "german.data"),
    features: germanColumns.map(([place, name]) => ({
      column: `column ${place}`,
      name,
      type: germanNumbers.has(name) ? "number" : "category",
    })),
    outcome: { column: "column 21", yes: ["1"], no: ["2"] },
    rules: { kind: "quantile-cuts", count: 1 },
  });
  const auditors = [
    { kind: "distance", weights: { checking: 0.15, duration: 0.01, amount: 0.00004 } },
    { kind: "distance", weights: { savings: 0.15, duration: 0.012, age: 0.006, history: 0.1 } },
    { kind: "distance", weights: { checking: 0.1, amount: 0.00005, employment: 0.1, property: 0.1 } },
  ] as const;
  return { name: "german", ...withRules(population, germanTests), auditors };
}

/** Takes the first rows of each label, so that good people have a given share. */
function sharing(
  name: string,
  { population, ...world }: PanelWorld,
  count: { readonly good: number; readonly bad: number },
): PanelWorld {
  const first = (label: number, most: number) =>
    population.kinds.filter(({ labelChance }) => labelChance === label).slice(0, most);
  return {
    ...world,
    name,
    population: { ...population, kinds: [...first(1, count.good), ...first(0, count.bad)] },
  };
}

const RATINGS = ["Extremely unlikely", "Unlikely", "Neither", "Likely", "Extremely likely"];

/**
 * No features are in the files, so all of it is a construction: raters 1 to 3 are the panel, rules read what raters 4 to 12
 * answered ("at most this likely to offend again", alone and in twos for the middle answer), and the label is whether at
 * least half of all 20 would grant bail.
 */
function compas(folder: string): PanelWorld {
  const rows = (file: string) =>
    parse(readFileSync(join(folder, file)), { columns: true, trim: true }) as Record<string, string>[];
  const bail = new Map(rows("compas_bail_decisions.csv").map((row) => [row.Defendant, row]));
  const raters = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
  const columnsOf = (names: readonly string[]) =>
    names.map((rater): Column => ({ name: `rater ${rater}`, type: "number" }));
  const [panel, seen, judges] = [raters(1, 3), raters(4, 12), raters(1, 20)];
  const columns = columnsOf(seen);
  const people = rows("compas_recidivism_judgments.csv").map((row) => {
    const cells = (names: readonly string[]) =>
      names.map((rater) => String(RATINGS.indexOf(row[rater] ?? "")));
    const decisions = judges.map((rater) => bail.get(row.Defendant)?.[rater]);
    const granted = decisions.filter((decision) => decision === "Yes").length;
    return {
      features: cells(seen),
      shown: cells(panel),
      label: granted * 2 >= judges.length ? 1 : 0,
    } as const;
  });
  if (people.some(({ features, shown }) => [...features, ...shown].includes("-1"))) {
    throw new Error("a rating that is none of the five answers");
  }
  const { population } = rowPopulation(columns, columnsOf(panel), people);
  const tests = columns.flatMap(({ name }) => atMost(name, 1, 2));
  const auditors = panel.map((rater) => ({ kind: "score", column: `rater ${rater}`, range: 4 }) as const);
  return { name: "compas", ...withRules(population, tests), auditors };
}

function fromFile(world: NonNullable<PlanInput["world"]>) {
  return tableWorld(parsePlan({ world }).world as FileWorld);
}
