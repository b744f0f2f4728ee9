import { bindPredicate } from "#server/learner/classes/predicates.ts";
import type { Features, Predicate } from "#server/learner/config/spec.ts";
import type { ColumnSums, PolicyFile } from "./policy-file.ts";
import { isAccepted } from "./rule-forms.ts";

/**
 * How chances follow from a policy file. base: each person alone, before the spread limit and the number of picks.
 * round: as the round published them, with its limit and picks.
 */
export const chanceRules = ["base", "round"] as const;
export type ChanceRule = (typeof chanceRules)[number];

/** People whose answers are summed together, and parts in which sums are kept (docs/policy-file.md). */
const GROUP = 8;
const PARTS = 4;

/** Chances of a study with a number of picks are whole multiples of 10^-15. */
const UNITS = 1e15;

/**
 * Returns the chances of people under a policy file, as decimals with round-trip digits. With `round`, the people of
 * the round in their order get the chances of its log entry to the last bit.
 *
 * @param people one cell for each column of the file
 * @throws LearnerError "not-a-decimal" on a number cell; "range" on a file whose conditions name unknown columns
 * Cost: O(rules) a person.
 */
export function policyChances(policy: PolicyFile, people: readonly Features[], rule: ChanceRule): string[] {
  const base = policy.columnSums
    ? people.map((person) => chanceByColumns(policy, (policy.columnSums as Sums)[rule], person))
    : chancesByRules(policy, people, rule);
  return (
    rule === "base" ? base : base.map((chance, position) => publishedChance(policy, chance, position))
  ).map(String);
}

/**
 * Returns the chances that a round would have given to people with these cells, each by itself: with its limit and
 * picks as they were published, without the corrections of its own people.
 *
 * @throws LearnerError as policyChances
 */
export function otherChances(policy: PolicyFile, people: readonly Features[]): number[] {
  const { columnSums } = policy;
  const base = columnSums
    ? people.map((person) => chanceByColumns(policy, columnSums.round, person))
    : chancesByRules(policy, people, "round", 1);
  return base.map((chance) => publishedChance(policy, chance, null));
}

type Sums = Readonly<Record<ChanceRule, ColumnSums>>;

/**
 *   Σ_h w_h h(x) / Σ_h w_h, by the answers of up to eight people: rules in catalogue order into sums by part and by
 *   the byte of the answers; then the parts of each byte; then the bytes
 */
function chancesByRules(
  policy: PolicyFile,
  people: readonly Features[],
  rule: ChanceRule,
  size = rule === "round" ? GROUP : 1,
): number[] {
  const weights = policy.rules.map(({ weight, roundWeight }) =>
    Number(rule === "round" ? (roundWeight ?? weight) : weight),
  );
  const answers = people.map(answersIn(policy));
  const chances: number[] = [];
  for (let first = 0; first < people.length; first += size) {
    const group = answers.slice(first, first + size);
    const sums = new Float64Array(PARTS << group.length);
    for (const [index, { rule: number }] of policy.rules.entries()) {
      let byte = 0;
      for (const [bit, accepts] of group.entries()) byte |= (accepts[index] as number) << bit;
      const place = byte * PARTS + (number === 0 ? 0 : (number - 1) % PARTS);
      sums[place] = (sums[place] as number) + (weights[index] as number);
    }
    chances.push(...chancesFromSums(sums, group.length));
  }
  return chances;
}

function chancesFromSums(sums: Float64Array, people: number): number[] {
  const accepted = new Array<number>(people).fill(0);
  let total = 0;
  for (let byte = 0; byte < 1 << people; byte++) {
    let weight = 0;
    for (let part = 0; part < PARTS; part++) weight += sums[byte * PARTS + part] as number;
    total += weight;
    for (let bit = 0; bit < people; bit++) {
      if ((byte >> bit) & 1) accepted[bit] = (accepted[bit] as number) + weight;
    }
  }
  return accepted.map((weight) => weight / total);
}

/** Returns the answers of a person to the conditions of a policy file: [conditions]. */
export function policyAnswers({
  columns,
  conditions,
}: Pick<PolicyFile, "columns" | "conditions">): (person: Features) => boolean[] {
  const tests = conditions.map((condition) => bindPredicate(columns, condition as Predicate));
  return (person) => tests.map((test) => test(person));
}

/** Returns the rules that accept a person: [rules] of 0 and 1. */
function answersIn(policy: PolicyFile): (person: Features) => Uint8Array {
  const answersOf = policyAnswers(policy);
  return (person) => {
    const answers = answersOf(person);
    const holds = (condition: number) => answers[Math.abs(condition) - 1] === condition > 0;
    return Uint8Array.from(policy.rules, ({ accepts }) => Number(isAccepted(accepts, holds)));
  };
}

/** (everyone + Σ of the columns' accepting weights, in their order)/total */
function chanceByColumns({ columns }: PolicyFile, sums: ColumnSums, person: Features): number {
  let accepted = Number(sums.everyone);
  for (const { column, cuts, accepted: byInterval, blank } of sums.columns) {
    const cell = person[columns.findIndex(({ name }) => name === column)] ?? null;
    const below = cell === null ? 0 : cuts.filter((cut) => Number(cut) < Number(cell)).length;
    accepted += Number(cell === null ? blank : byInterval[below]);
  }
  return accepted / Number(sums.total);
}

/** Applies the number of picks, the spread limit and the rounding of the round. */
function publishedChance({ published }: PolicyFile, base: number, position: number | null): number {
  const [none, all, pull, target] = [published.none, published.all, published.pull, published.target].map(
    Number,
  ) as [number, number, number, number];
  const reached = (1 - none - all) * base + all;
  const chance = Math.min(1, Math.max(0, (1 - pull) * reached + pull * target));
  if (!published.isRounded) return chance;
  const rounded = Math.round(chance * UNITS) / UNITS;
  const correction = published.corrections.find(
    (each) => each.position === position && Number(each.from) === rounded,
  );
  return correction === undefined ? rounded : Number(correction.to);
}
