import { panelRuleSentence, panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import { fitExponent, fitExponentBesideConstant } from "#server/simulation/engine/fit.ts";
import type { SimulationPlan } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { textTable } from "./text-table.ts";

type Group = readonly [CellResult, ...CellResult[]];
type Column = readonly [title: string, cell: (group: Group) => string];

/**
 * Returns the tables printed at the end: means over seeds by learner, rule and T; then exponents; then the frontier.
 */
export function summarise(plan: SimulationPlan, results: readonly CellResult[]): string {
  const guarded = results.filter(({ promise }) => promise !== null);
  const rules = [plan.panel.rule, ...(plan.frontier?.rules ?? [])].filter(({ kind }) => kind !== "share");
  const sentences = new Set(rules.map((rule) => `${panelRuleText(rule)}: ${panelRuleSentence(rule)}\n`));
  return [
    tableOf(groups(results, byRun), meansColumns, meansLegend),
    ...(guarded.length > 0 ? [tableOf(groups(guarded, byRun), guardedColumns, guardedLegend)] : []),
    ...(plan.horizons.length > 1 ? [exponentsTable(plan, results)] : []),
    ...(plan.frontier === undefined ? [] : [frontierTable(plan, results)]),
    ...(sentences.size > 0 ? [[...sentences].join("")] : []),
  ].join("\n");
}

const byRun = ({ learner, rule, rounds }: CellResult) => `${learner} ${rule} ${rounds}`;

function tableOf(rows: readonly Group[], columns: readonly Column[], legend: string): string {
  const cells = rows.map((group) => columns.map(([, cell]) => cell(group)));
  return `${textTable(
    columns.map(([title]) => title),
    cells,
  )}${legend}`;
}

/** Returns the mean over the seeds that measure a value. */
function mean(digits: number, value: (result: CellResult) => number | undefined): Column[1] {
  return (group) => {
    const values = group.flatMap((result) => value(result) ?? []);
    if (values.length === 0) return "-";
    return (values.reduce((total, each) => total + each, 0) / values.length).toFixed(digits);
  };
}

const runColumns: readonly Column[] = [
  ["learner", ([{ learner }]) => learner],
  ["rule", ([{ rule }]) => rule],
];
const roundsColumn: Column = ["T", ([{ rounds }]) => String(rounds)];

const meansColumns: readonly Column[] = [
  ...runColumns,
  roundsColumn,
  ["seeds", ({ length }) => String(length)],
  ["V", mean(1, (result) => result.violatingRounds)],
  ["V bound", ([{ violatingRoundsBound: bound, rounds }]) => boundText(bound, rounds)],
  ["error", mean(4, (result) => result.errorPerPerson)],
  ["comparator", mean(4, (result) => result.comparatorErrorPerPerson)],
  ["best rule", mean(4, (result) => result.bestRuleErrorPerPerson)],
  ["error regret", mean(1, (result) => result.errorRegret)],
  ["bound", ([{ errorRegretBound }]) => errorRegretBound?.toFixed(0) ?? "-"],
  ["scaled", mean(3, (result) => result.errorRegretScaled)],
  ["Lagrangian regret", mean(1, (result) => result.lagrangianRegret)],
  ["accepted", mean(3, (result) => result.acceptedShare)],
];
const meansLegend =
  "V: violating rounds of the exact policy. error, comparator (best policy fair in every round, in hindsight), best rule\n" +
  "(fair or not): expected errors per person. Regrets against the comparator; bound: proven for the error\n" +
  "regret, in expectation; scaled: divided by k sqrt(T ln N). Means over seeds.\n";

function boundText(bound: number | null, rounds: number): string {
  if (bound === null) return "-";
  return bound < rounds ? bound.toFixed(0) : "none (> T)";
}

const guardedColumns: readonly Column[] = [
  ...runColumns,
  roundsColumn,
  ["V", mean(1, (result) => result.violatingRounds)],
  ["most", (group) => String(Math.max(...group.map((result) => result.violatingRounds)))],
  ["promise", ([{ promise }]) => String(promise)],
  ["cut", mean(1, (result) => result.cutRounds)],
  ["cut and V", mean(1, (result) => result.cutViolatingRounds)],
  ["judged", mean(3, (result) => result.judgedRounds / result.rounds)],
  ["spent", mean(3, (result) => result.spentScaled)],
];
const guardedLegend =
  "Mode guarded. most: of any seed; promise: V is at most this and the violating rounds whose correction the budget cut (cut\n" +
  "and V). judged: share of rounds with a pair to judge. spent: all corrections, in k sqrt(T ln N), as the budget is.\n";

function exponentsTable(plan: SimulationPlan, results: readonly CellResult[]): string {
  // a bound describes the end of the curve; with two T there is no other part
  const secondLargest = plan.horizons.length > 2 ? plan.horizons.toSorted((a, b) => b - a)[1] : undefined;
  const bySeed = (group: Group, value: (result: CellResult) => number, from = 0) =>
    groups(
      group.filter(({ rounds }) => rounds >= from),
      ({ seed }) => String(seed),
    )
      .filter((series) => series.length > 1)
      .map((series) => series.map((result) => [result.rounds, value(result)] as const));
  const violating = (result: CellResult) => result.violatingRounds;
  const bound = (of: "V" | "error"): Column => ["bound", (group) => boundExponent(plan, group, of)];
  const last: readonly Column[] =
    secondLargest === undefined
      ? []
      : [
          [
            `V ~ T^ from ${secondLargest} on`,
            (group) => exponentText(fitExponent(bySeed(group, violating, secondLargest))),
          ],
          ["V ~ b + a T^", (group) => exponentText(fitExponentBesideConstant(bySeed(group, violating)))],
        ];
  const regret = (result: CellResult) => result.errorRegret ?? Number.NaN;
  const columns: readonly Column[] = [
    ...runColumns,
    ["V ~ T^", (group) => exponentText(fitExponent(bySeed(group, violating)))],
    ...last,
    bound("V"),
    ["error regret ~ T^", (group) => exponentText(fitExponent(bySeed(group, regret)))],
    bound("error"),
  ];
  const legend =
    "Exponents: slope of ln value over ln T within a seed, mean over seeds with Student's 95 % interval (number of seeds if some\n" +
    "could not be fitted: a regret <= 0 has no exponent). bound: the exponent that is proven, for T large enough.\n" +
    (secondLargest === undefined
      ? ""
      : "b + a T^: the same of V's increments, for T in geometric progression (docs/theory.md, section 13).\n");
  return tableOf(
    groups(results, ({ learner, rule }) => `${learner} ${rule}`),
    columns,
    legend,
  );
}

/**
 * Returns the proven exponent: [derived] 1/2 for known, anytime, ix and guarded; 4/5 in Theorem 4.5, 41/45 in Theorem
 * 4.12.
 */
function boundExponent({ learners }: SimulationPlan, [{ learner: name }]: Group, of: "V" | "error"): string {
  const choice = learners.find((each) => each.name === name);
  if (choice === undefined || "spec" in choice) return "-";
  const { learner, mode, hearsPanel } = choice;
  if (!hearsPanel) return of === "V" ? "none" : "-";
  if (learner === "ftpl") return mode === "paper" ? "0.911" : "-";
  return mode === "paper" ? "0.800" : "0.500";
}

function exponentText(exponent: ReturnType<typeof fitExponent>): string {
  if (exponent === undefined) return "-";
  const { value, margin, seeds } = exponent;
  if (margin === undefined) return `${value.toFixed(3)} (1 seed)`;
  return `${value.toFixed(3)} [${(value - margin).toFixed(3)}, ${(value + margin).toFixed(3)}] (${seeds})`;
}

function frontierTable(plan: SimulationPlan, results: readonly CellResult[]): string {
  const closed =
    plan.frontier?.closedLoop === true
      ? "closed loop: rows whose two rules are equal were played under that rule."
      : "closed loop was not asked for: nothing here says what a study under another rule would have done.";
  const header = ["learner", "played with", "T", "decided with", "V", "error"];
  const rows = groups(results, byRun).flatMap((group) => {
    const [{ learner, rule, rounds, redecided }] = group;
    return redecided.map((point, i) => [
      ...[learner, rule, String(rounds), point.rule],
      mean(1, (result) => result.redecided[i]?.violatingRounds)(group),
      mean(4, (result) => result.errorPerPerson)(group),
    ]);
  });
  const legend = `Re-decided: the stored flags under another rule, exact for the policies deployed;\n${closed}\n`;
  return `${textTable(header, rows)}${legend}`;
}

function groups(results: readonly CellResult[], keyOf: (result: CellResult) => string): Group[] {
  return [...Map.groupBy(results, keyOf).values()] as [CellResult, ...CellResult[]][];
}
