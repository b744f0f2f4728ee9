/** An opening of mode `guarded` (docs/log-format-guarded.md, section 5, `round.opened`). */

import { type Guard, type LoggedGuard, readGuard } from "./guarded-guard.ts";
import { checkNumbers, leadOf, near, type Person, type Question } from "./guarded-numbers.ts";
import type { Bits } from "./guarded-state.ts";
import { totalOf } from "./guarded-weights.ts";
import { checkNu } from "./picks.ts";
import { EVERYONE, NO_ONE } from "./prior.ts";
import type { Fields } from "./read.ts";
import { TOLERANCE } from "./report.ts";

export interface GuardedOpening {
  readonly guard: Guard;
  /** W of a draw by one rule, or null if it cannot be computed. */
  readonly weights: readonly number[] | null;
  /** The largest difference of a base or published chance from the logged one; null if none can be recomputed. */
  readonly difference: number | null;
}

type Opened = Omit<Question, "logged" | "people"> & {
  readonly people: readonly (Person & { readonly bits: Bits })[];
};

/** Checks every number of the opening against the state before it, and changes the state. */
export function openGuarded(body: Fields, opened: Opened): GuardedOpening {
  const { state, people, problems, picks } = opened;
  const logged = readGuard(body, people.length, opened.settings.guarded);
  const mixability = state.settle();
  if (mixability !== null) near(problems, "mixability", mixability, logged.mixability);
  const differences = [checkNumbers({ ...opened, logged })];
  const round = picks && { picks: picks.logged, bits: people.map(({ bits }) => bits) };
  const weights = state.open(logged, round);
  if (weights === null) return { guard: logged, weights, difference: null };
  if (logged.lead !== null) near(problems, "lead", leadOf(weights), logged.lead);
  for (const [position, { person, bits }] of people.entries()) {
    if (bits === null) continue;
    const base = Math.min(1, totalOf(weights.map((weight, rule) => weight * (bits[rule] ?? 0))));
    differences.push(near(problems, `base chance of ${person}`, base, logged.base[position] ?? 0));
  }
  if (picks !== null) {
    const { free, projected } = state.reached;
    const reached = { free, projected, people: people.length, tolerance: TOLERANCE };
    checkNu(problems, picks.logged, picks.bounds, reached);
  }
  return { guard: logged, weights: played(weights, logged), difference: Math.max(...differences) };
}

/** Computes W: the base policy pulled towards the target, a mixture of the two constant rules. */
function played(weights: readonly number[], { pull, target }: LoggedGuard): number[] {
  return weights.map((weight, rule) => {
    const rest = (1 - pull) * weight;
    if (rule === EVERYONE) return rest + pull * target;
    return rule === NO_ONE ? rest + pull * (1 - target) : rest;
  });
}
