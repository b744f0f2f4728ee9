import { panelRuleSentence, panelRuleText } from "#server/learner/panel/panel-rule-words.ts";
import { fitExponent, fitExponentBesideConstant } from "#server/simulation/engine/fit.ts";
import type { LearnerChoice, SimulationPlan, SweepPlan } from "#server/simulation/plan.ts";
import type { CellResult } from "#server/simulation/results.ts";
import { textTable } from "./text-table.ts";

/**
 * Returns the tables printed at the end: means over seeds by learner, rule and T; then exponents; then the frontier.
 */
export function summarise(plan: SimulationPlan, results: readonly CellResult[]): string {
  const parts = [meansTable(results)];
  const guarded = results.filter(({ promise }) => promise !== null);
  if (guarded.length > 0) parts.push(guardedTable(guarded));
  if ("settings" in plan) return parts.join("\n");
  if (plan.horizons.length > 1) parts.push(exponentsTable(plan, results));
  if (plan.frontier !== undefined) parts.push(frontierTable(plan, results));
  const rules = [plan.panel.rule, ...(plan.frontier?.rules ?? [])].filter(({ kind }) => kind !== "share");
  const sentences = new Set(rules.map((rule) => `${panelRuleText(rule)}: ${panelRuleSentence(rule)}\n`));
  if (sentences.size > 0) parts.push([...sentences].join(""));
  return parts.join("\n");
}

function meansTable(results: readonly CellResult[]): string {
  const header = [
    ["learner", "rule", "T", "seeds", "V", "V bound", "error", "comparator", "best rule"],
    ["error regret", "bound", "scaled", "Lagrangian regret", "accepted"],
  ].flat();
  const rows = groups(results, ({ learner, rule, rounds }) => `${learner} ${rule} ${rounds}`).map((group) => {
    const mean = (value: (result: CellResult) => number) => average(group.map(value));
    const measured = (value: (result: CellResult) => number | undefined, digits: number) => {
      const values = group.flatMap((result) => value(result) ?? []);
      return values.length === 0 ? "-" : average(values).toFixed(digits);
    };
    const [{ learner, rule, rounds, violatingRoundsBound: bound, errorRegretBound }] = group;
    return [
      learner,
      rule,
      String(rounds),
      String(group.length),
      mean((result) => result.violatingRounds).toFixed(1),
      bound === null ? "-" : bound < rounds ? bound.toFixed(0) : "none (> T)",
      mean((result) => result.errorPerPerson).toFixed(4),
      measured((result) => result.comparatorErrorPerPerson, 4),
      measured((result) => result.bestRuleErrorPerPerson, 4),
      measured((result) => result.errorRegret, 1),
      errorRegretBound?.toFixed(0) ?? "-",
      measured((result) => result.errorRegretScaled, 3),
      measured((result) => result.lagrangianRegret, 1),
      mean((result) => result.acceptedShare).toFixed(3),
    ];
  });
  const legend =
    "V: violating rounds of the exact policy. error, comparator (best policy fair in every round, in hindsight), best rule\n" +
    "(fair or not): expected errors per person. Regrets against the comparator; bound: proven for the error\n" +
    "regret, in expectation; scaled: divided by k sqrt(T ln N). Means over seeds.\n";
  return `${textTable(header, rows)}${legend}`;
}

function guardedTable(results: readonly CellResult[]): string {
  const header = ["learner", "rule", "T", "V", "most", "promise", "cut", "cut and V", "judged", "spent"];
  const rows = groups(results, ({ learner, rule, rounds }) => `${learner} ${rule} ${rounds}`).map((group) => {
    const mean = (value: (result: CellResult) => number) => average(group.map(value));
    const [{ learner, rule, rounds, promise }] = group;
    return [
      learner,
      rule,
      String(rounds),
      mean((result) => result.violatingRounds).toFixed(1),
      String(Math.max(...group.map((result) => result.violatingRounds))),
      String(promise),
      mean((result) => result.cutRounds).toFixed(1),
      mean((result) => result.cutViolatingRounds).toFixed(1),
      mean((result) => result.judgedRounds / result.rounds).toFixed(3),
      mean((result) => result.spentScaled).toFixed(3),
    ];
  });
  const legend =
    "Mode guarded. most: of any seed; promise: V is at most this and the violating rounds whose correction the budget cut (cut\n" +
    "and V). judged: share of rounds with a pair to judge. spent: all corrections, in k sqrt(T ln N), as the budget is.\n";
  return `${textTable(header, rows)}${legend}`;
}

function exponentsTable(plan: SweepPlan, results: readonly CellResult[]): string {
  // a bound describes the end of the curve; with two T there is no other part
  const secondLargest = plan.horizons.length > 2 ? plan.horizons.toSorted((a, b) => b - a)[1] : undefined;
  const rows = groups(results, ({ learner, rule }) => `${learner} ${rule}`).map((group) => {
    const [{ learner, rule }] = group;
    const choice = plan.learners.find(({ name }) => name === learner);
    const bySeed = (value: (result: CellResult) => number, from = 0) =>
      groups(
        group.filter(({ rounds }) => rounds >= from),
        ({ seed }) => String(seed),
      )
        .filter((series) => series.length > 1)
        .map((series) => series.map((result) => [result.rounds, value(result)] as const));
    const violating = (result: CellResult) => result.violatingRounds;
    return [
      learner,
      rule,
      exponentText(fitExponent(bySeed(violating))),
      ...(secondLargest === undefined
        ? []
        : [
            exponentText(fitExponent(bySeed(violating, secondLargest))),
            exponentText(fitExponentBesideConstant(bySeed(violating))),
          ]),
      choice === undefined ? "-" : boundExponent(choice, "V"),
      exponentText(fitExponent(bySeed((result) => result.errorRegret ?? Number.NaN))),
      choice === undefined ? "-" : boundExponent(choice, "error"),
    ];
  });
  const last = secondLargest === undefined ? [] : [`V ~ T^ from ${secondLargest} on`, "V ~ b + a T^"];
  const header = ["learner", "rule", "V ~ T^", ...last, "bound", "error regret ~ T^", "bound"];
  const legend =
    "Exponents: slope of ln value over ln T within a seed, mean over seeds with Student's 95 % interval (number of seeds if some\n" +
    "could not be fitted: a regret <= 0 has no exponent). bound: the exponent that is proven, for T large enough.\n" +
    (secondLargest === undefined
      ? ""
      : "b + a T^: the same of V's increments, for T in geometric progression (docs/theory.md, section 13).\n");
  return `${textTable(header, rows)}${legend}`;
}

/**
 * Returns the proven exponent: [derived] 1/2 for known, anytime, ix and guarded; 4/5 in Theorem 4.5, 41/45 in Theorem
 * 4.12.
 */
function boundExponent({ learner, mode, hearsPanel }: LearnerChoice, of: "V" | "error"): string {
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

function frontierTable(plan: SweepPlan, results: readonly CellResult[]): string {
  const groupsOf = groups(results, ({ learner, rule, rounds }) => `${learner} ${rule} ${rounds}`);
  const rows = groupsOf.flatMap((group) => {
    const [{ learner, rule, rounds, redecided }] = group;
    return redecided.map((point, i) => [
      learner,
      rule,
      String(rounds),
      point.rule,
      average(group.map((result) => result.redecided[i]?.violatingRounds ?? Number.NaN)).toFixed(1),
      average(group.map((result) => result.errorPerPerson)).toFixed(4),
    ]);
  });
  const header = ["learner", "played with", "T", "decided with", "V", "error"];
  const closed =
    plan.frontier?.closedLoop === true
      ? "closed loop: rows whose two rules are equal were played under that rule."
      : "closed loop was not asked for: nothing here says what a study under another rule would have done.";
  const legend = `Re-decided: the stored flags under another rule, exact for the policies deployed;\n${closed}\n`;
  return `${textTable(header, rows)}${legend}`;
}

type Group = readonly [CellResult, ...CellResult[]];

function groups(results: readonly CellResult[], keyOf: (result: CellResult) => string): Group[] {
  const found = new Map<string, [CellResult, ...CellResult[]]>();
  for (const result of results) {
    const group = found.get(keyOf(result));
    if (group === undefined) found.set(keyOf(result), [result]);
    else group.push(result);
  }
  return [...found.values()];
}

function average(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length;
}
