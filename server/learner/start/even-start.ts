import { numberCell } from "#server/learner/hypotheses/cells.ts";
import type { HypothesisClass } from "#server/learner/hypotheses/class.ts";
import { eachPart, intervalOf, type Ladder, type Ladders } from "#server/learner/hypotheses/ladders.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import { drawnRuleCount } from "../ftpl-settings.ts";
import { constantShares } from "../policy/prior.ts";
import { openRuns } from "../policy/run-weights.ts";
import { runsOf } from "../policy/runs.ts";

/** A start of thresholds where all rules but the two constants weigh the same: shares that sum to one. */
export type EvenStart = {
  readonly ladders: Ladders;
  readonly shares: { readonly none: number; readonly all: number; readonly rest: number };
};

/** The start, if it is such a one; else null: it takes a number for every rule. */
export function evenStart(prior: LearnerSpec["prior"], rules: HypothesisClass): EvenStart | null {
  const { ladders, size } = rules;
  if (ladders === undefined) return null;
  const each = 1 / size;
  if (prior === undefined) return { ladders, shares: { none: each, all: each, rest: each } };
  return prior.kind === "constants" ? { ladders, shares: constantShares(prior, rules) } : null;
}

/** As how many rules a start asks about each person: of thresholds that start alike it is enough where the person stands, of FTPL those that it draws are asked. */
export function askedRules(spec: LearnerSpec, rules: HypothesisClass): number {
  if (spec.learner === "ftpl") return Math.min(drawnRuleCount(spec), rules.size);
  return evenStart(spec.prior, rules) === null ? rules.size : Math.min(askedByRuns, rules.size);
}

/** Sorting people and looking up where they stand costs about as much. */
const askedByRuns = 500;

/** Everybody's chance before anything was learned. Cost: O(n columns log cuts). */
export function evenChances({ ladders, shares }: EvenStart, people: readonly Features[]): number[] {
  const runs = runsOf(ladders, new Float64Array());
  return openRuns(ladders, runs, { eta: 1, prior: shares }, people).chances;
}

/**
 * How much weight lies on rules that accept so many of some people: between two of their cells all cuts accept as many.
 *
 * @param people [n]
 * @returns by number of people: [n + 1], summing to one
 * Cost: O(n columns log).
 */
export function weightByAccepted({ ladders, shares }: EvenStart, people: readonly Features[]): Float64Array {
  const weights = new Float64Array(people.length + 1);
  const add = (count: number, weight: number) => {
    weights[count] = (weights[count] as number) + weight;
  };
  add(0, shares.none);
  add(people.length, shares.all);
  for (const ladder of ladders.columns) {
    const intervals = sortedIntervals(ladder, people);
    eachPart(ladder, intervals, ({ side }, from, to, seen) => {
      if (side !== "above") add(seen, (to - from) * shares.rest);
      if (side !== "at-most") add(intervals.length - seen, (to - from) * shares.rest);
    });
  }
  return weights;
}

/** Of those who have a cell there. */
function sortedIntervals(ladder: Ladder, people: readonly Features[]): Float64Array {
  const all = people.map((person) => intervalOf(ladder, numberCell(person, ladder.position)));
  return Float64Array.from(all.filter((interval) => interval >= 0)).sort();
}
