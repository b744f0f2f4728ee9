import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { costOf, LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { GROUP, SLOTS } from "#server/learner/numeric/kernels/contract.ts";
import { addGroups, type Charged } from "#server/learner/numeric/kernels/passes.ts";
import type { ChargedGroup } from "#server/learner/numeric/kernels/tables.ts";

/** Cumulative losses: L_h = loss[h], half units, whole multiples of 2^-24. */
export type Totals = { readonly loss: Float64Array };

/**
 * Adds charges to the losses of all rules. A charge is first rounded to the grid, so sums are exact: neither the order
 * of the charges nor how many of them are added at once changes a bit.
 *
 *   L_h += Σ_q cost_q · h(x_q)
 *
 * @param rules the class, [N]
 * @param loss [N]; not changed
 * @returns new losses, and the least of them
 * @throws LearnerError "not-finite" on a charge; "range" if a total is beyond LARGEST_TOTAL; "shape" and
 *   "not-a-decimal" on a person
 * Cost: O(N · people / 8): charges of the same person are added up first.  Source: NOTATION row "Exp2 update" (Thm
 * 4.4).
 */
export function addCharges(rules: HypothesisClass, loss: Float64Array, charges: readonly Charge[]): Charged {
  let charged: Charged = { loss, least: Number.NaN, largest: Number.NaN };
  for (const people of batchesOf(charges)) {
    charged = addGroups(charged.loss, chargedGroups(rules, people));
  }
  return charged;
}

/**
 * Puts charges on the grid, once per person, in batches: as many people at once as there are tables for, and as can be
 * charged exactly. Returns at least one batch, perhaps empty, which finds the least of the losses.
 *
 * @throws LearnerError "not-finite"
 */
export function batchesOf(charges: readonly Charge[]): readonly Charge[][] {
  const batches: Charge[][] = [[]];
  let left = LARGEST_TOTAL;
  for (const one of costsOfPeople(charges)) {
    left -= Math.abs(one.cost);
    if (left < 0 || batches.at(-1)?.length === GROUP * SLOTS) {
      batches.push([]);
      left = LARGEST_TOTAL - Math.abs(one.cost);
    }
    batches.at(-1)?.push(one);
  }
  return batches;
}

/** Returns what each person is charged, on the grid. People whose charges sum to 0 are left out. */
function costsOfPeople(charges: readonly Charge[]): Charge[] {
  const costs = new Map<Features, number>();
  for (const { individual, cost } of charges) {
    costs.set(individual, (costs.get(individual) ?? 0) + costOf(cost));
  }
  return Array.from(costs, ([individual, cost]) => ({ individual, cost })).filter(({ cost }) => cost !== 0);
}

/** Groups charges by eights, with the answers of all rules. @throws LearnerError "shape"; "not-a-decimal" */
export function chargedGroups(rules: HypothesisClass, charges: readonly Charge[]): ChargedGroup[] {
  return inGroups(charges).map((group) => ({
    answers: rules.patterns(group.map(({ individual }) => individual)),
    costs: group.map(({ cost }) => cost),
  }));
}

/** Divides items into groups of eight, in order. */
export function inGroups<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / GROUP) }, (_, group) =>
    items.slice(GROUP * group, GROUP * (group + 1)),
  );
}
