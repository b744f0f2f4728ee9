import type { Charge } from "#server/learner/contract/estimators.ts";
import { GROUP } from "#server/learner/kernels/contract.ts";
import { addSteps, type ChargedGroup, type CompensatedSums } from "#server/learner/kernels/passes.ts";
import { LearnerError } from "#server/learner/numbers/errors.ts";
import type { HypothesisClass } from "../hypotheses/class.ts";

/** Cumulative losses with what rounding took from them: L_h = loss[h] + compensation[h], half units. */
export type Totals = CompensatedSums;

/** @returns L_h = 0 for all h: [size] */
export function zeroTotals(size: number): Totals {
  return { loss: new Float64Array(size), compensation: new Float64Array(size) };
}

/**
 * Adds the charges of one step to the losses of all rules: what a rule is charged is summed first and added in one rounding,
 * with Neumaier's compensation, so that the error of a total does not grow with the number of rounds.
 *
 *   L_h += Σ_q cost_q · h(x_q)
 *
 * @param rules the class, [N]
 * @param totals [N]; not changed
 * @param charges summed in the given order, in groups of eight
 * @returns new totals, or the same without a charge
 * @throws LearnerError "not-finite" if a charge or a total is not finite; "shape" and "not-a-decimal" on a person
 * Cost: O(N · charges / 8).  Source: NOTATION row "Exp2 update" (Thm 4.4).
 */
export function addCharges(rules: HypothesisClass, totals: Totals, charges: readonly Charge[]): Totals {
  return addSteps(totals, [chargedGroups(rules, charges)]);
}

/**
 * The people of a step by eights.
 *
 * @throws LearnerError "not-finite" on a charge; "shape" and "not-a-decimal" on a person
 */
export function chargedGroups(rules: HypothesisClass, charges: readonly Charge[]): ChargedGroup[] {
  for (const { cost } of charges) {
    if (!Number.isFinite(cost)) throw new LearnerError("not-finite", `a charge of ${cost}`);
  }
  return inGroups(charges).map((group) => ({
    patterns: rules.patterns(group.map(({ individual }) => individual)),
    costs: group.map(({ cost }) => cost),
  }));
}

/** By eights, in order. */
export function inGroups<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / GROUP) }, (_, group) =>
    items.slice(GROUP * group, GROUP * (group + 1)),
  );
}

/** So many steps wait at most. */
const MOST_WAITING = 64;

/**
 * Totals with steps that wait to be added until somebody reads them, all in one pass over the rules: outcomes arrive one by
 * one, and nobody looks at the losses in between. When they are read changes no bit.
 */
export class WaitingTotals implements Totals {
  readonly #rules: HypothesisClass;
  #totals: Totals;
  #steps: readonly (readonly Charge[])[];

  constructor(
    rules: HypothesisClass,
    totals: Totals = zeroTotals(rules.size),
    steps: readonly (readonly Charge[])[] = [],
  ) {
    this.#rules = rules;
    this.#totals = totals;
    this.#steps = steps;
  }

  get loss(): Float64Array {
    return this.#settled().loss;
  }

  get compensation(): Float64Array {
    return this.#settled().compensation;
  }

  /** @throws LearnerError as addCharges, when the totals are read */
  plus(charges: readonly Charge[]): WaitingTotals {
    if (charges.length === 0) return this;
    if (this.#steps.length >= MOST_WAITING) this.#settled();
    return new WaitingTotals(this.#rules, this.#totals, [...this.#steps, charges]);
  }

  #settled(): Totals {
    if (this.#steps.length > 0) {
      this.#totals = addSteps(this.#totals, groupedSteps(this.#rules, this.#steps));
      this.#steps = [];
    }
    return this.#totals;
  }
}

/** The groups of each step. Steps of one person, as outcomes are, share the patterns of eight, where others cost 0. */
function groupedSteps(
  rules: HypothesisClass,
  steps: readonly (readonly Charge[])[],
): (readonly ChargedGroup[])[] {
  const grouped: (readonly ChargedGroup[])[] = [];
  for (let next = 0; next < steps.length; ) {
    const single = steps.slice(next, next + GROUP).map((charges) => charges.length === 1);
    const run = single.includes(false) ? single.indexOf(false) : single.length;
    if (run === 0) {
      grouped.push(chargedGroups(rules, steps[next] as readonly Charge[]));
      next += 1;
      continue;
    }
    const [shared] = chargedGroups(rules, steps.slice(next, next + run).flat()) as [ChargedGroup];
    for (const [own, cost] of shared.costs.entries()) {
      grouped.push([{ ...shared, costs: shared.costs.map((_, person) => (person === own ? cost : 0)) }]);
    }
    next += run;
  }
  return grouped;
}
