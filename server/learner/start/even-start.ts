import { numberCell } from "#server/learner/classes/cells.ts";
import type { HypothesisClass, Vectors } from "#server/learner/classes/class.ts";
import { eachPart, intervalOf, type Ladder, type Ladders } from "#server/learner/classes/ladders.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { drawnRuleCount } from "../ftpl/settings.ts";
import { constantShares } from "../policy/prior.ts";
import { openRuns } from "../policy/run-weights.ts";
import { runsOf } from "../policy/runs.ts";
import { acceptedBy } from "../policy/vector-sums.ts";

/** A start in which all rules except the two constants weigh the same, for a class that is counted without a list. */
export type EvenStart = {
  readonly counted:
    | { readonly ladders: Ladders }
    | { readonly vectors: Vectors; readonly rules: HypothesisClass };
  /** They sum to one. */
  readonly shares: { readonly none: number; readonly all: number; readonly rest: number };
};

/** Returns the start if it is even; else null, and the start needs a number for every rule. */
export function evenStart(prior: LearnerSpec["prior"], rules: HypothesisClass): EvenStart | null {
  const { ladders, vectors, size } = rules;
  const counted = ladders !== undefined ? { ladders } : vectors !== undefined ? { vectors, rules } : null;
  if (counted === null) return null;
  const each = 1 / size;
  if (prior === undefined) return { counted, shares: { none: each, all: each, rest: each } };
  return prior.kind === "constants" ? { counted, shares: constantShares(prior, rules) } : null;
}

/**
 * Estimates the number of rules that a start evaluates for each person. Where rules start alike, the person's position
 * can be enough, unless a number of picks is projected onto; FTPL evaluates the rules that it draws.
 */
export function askedRules(spec: LearnerSpec, rules: HypothesisClass): number {
  if (spec.learner === "ftpl") return Math.min(drawnRuleCount(spec), rules.size);
  const needsAll = spec.picks !== undefined || evenStart(spec.prior, rules) === null;
  return needsAll ? rules.size : Math.min(costOfEvenStart, rules.size);
}

/** The cost of an even start as a number of rules: sorting people and finding their positions costs about as much. */
const costOfEvenStart = 500;

/** Returns each person's chance before anything was learned. Cost: O(n columns log cuts); for vectors O(n). */
export function evenChances({ counted, shares }: EvenStart, people: readonly Features[]): number[] {
  if ("ladders" in counted) {
    const runs = runsOf(counted.ladders, new Float64Array());
    return openRuns(counted.ladders, runs, { eta: 1, prior: shares }, people).chances;
  }
  const { vectors } = counted;
  return people.map((person) =>
    Math.min(1, shares.all + acceptingSets(vectors, vectors.of(person)) * shares.rest),
  );
}

/**
 * Counts the rules 1 + S, S not empty, that accept the answers q: sets within q, sets that meet q, half of all sets.
 */
function acceptingSets({ count, join }: Vectors, q: number): number {
  if (join === "xor") return q === 0 ? 0 : count / 2;
  let within = 1;
  for (let bit = 1; bit < count; bit *= 2) if ((q & bit) !== 0) within *= 2;
  return join === "and" ? within - 1 : count - count / within;
}

/**
 * Returns the weight of the rules that accept each number of the given people.
 *
 * @param people [n]
 * @returns by number of people: [n + 1], summing to one
 * Cost: O(n columns log), since all cuts between two of their cells accept equally many; for vectors O(n + N log N).
 */
export function weightByAccepted({ counted, shares }: EvenStart, people: readonly Features[]): Float64Array {
  const weights = new Float64Array(people.length + 1);
  const add = (count: number, weight: number) => {
    weights[count] = (weights[count] as number) + weight;
  };
  add(0, shares.none);
  add(people.length, shares.all);
  if ("vectors" in counted) {
    const rules = new Float64Array(people.length + 1);
    for (const count of acceptedBy(counted.rules, people).subarray(2)) {
      rules[count] = (rules[count] as number) + 1;
    }
    for (const [count, number] of rules.entries()) add(count, number * shares.rest);
    return weights;
  }
  for (const ladder of counted.ladders.columns) {
    const intervals = sortedIntervals(ladder, people);
    eachPart(ladder, intervals, ({ side }, from, to, seen) => {
      if (side !== "above") add(seen, (to - from) * shares.rest);
      if (side !== "at-most") add(intervals.length - seen, (to - from) * shares.rest);
    });
  }
  return weights;
}

/** The intervals of the people who have a cell there, sorted. */
function sortedIntervals(ladder: Ladder, people: readonly Features[]): Float64Array {
  const all = people.map((person) => intervalOf(ladder, numberCell(person, ladder.position)));
  return Float64Array.from(all.filter((interval) => interval >= 0)).sort();
}
