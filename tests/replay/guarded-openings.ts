/** The numbers of an opening of mode `guarded` (docs/log-format-guarded.md, section 5, `round.opened`). */

import type { Guarded } from "./guarded-settings.ts";
import type { Bits, GuardedState } from "./guarded-state.ts";
import { totalOf } from "./guarded-weights.ts";
import { EVERYONE, NO_ONE } from "./prior.ts";
import type { Fields } from "./read.ts";
import { Broken, type Problems, TOLERANCE } from "./report.ts";
import type { Settings } from "./settings.ts";

/** What a closing and later labels need of it, as logged. */
export interface Guard {
  readonly base: readonly number[];
  readonly noShare: number;
}

interface Logged extends Guard {
  readonly tau: number;
  readonly limit: number;
  readonly pull: number;
  readonly target: number;
  readonly isCut: boolean;
  readonly spent: number;
  readonly mixability: number;
  readonly eta: number;
}

export interface GuardedOpening {
  readonly guard: Guard;
  /** W of a draw by one rule, or null without the features that it rests on. */
  readonly weights: readonly number[] | null;
  /** The farthest that a base or published chance lies from the logged one; null where features are gone. */
  readonly difference: number | null;
}

interface Person {
  readonly person: string;
  readonly chance: number;
  readonly bits: Bits;
}

/** Holds every number of the opening against the state before it, and changes the state. */
export function openGuarded(
  state: GuardedState,
  settings: Settings & { readonly guarded: Guarded },
  body: Fields,
  people: readonly Person[],
  problems: Problems,
): GuardedOpening {
  const logged = readGuard(body, people.length);
  const near = nearIn(problems);
  near("tau", state.now.tau, logged.tau);
  near("share of no", state.noShare, logged.noShare);
  const mixability = state.settle();
  if (mixability !== null && !state.isUncertain) near("mixability", mixability, logged.mixability);
  checkEta(state, settings, logged, problems);
  const left = checkPull(state, settings, logged, problems);
  near("spent", state.now.spent + left, logged.spent);
  const differences = people.map(({ person, chance }, position) => {
    const moved = (1 - logged.pull) * (logged.base[position] ?? 0) + logged.pull * logged.target;
    return near(`chance of ${person}`, Math.min(1, Math.max(0, moved)), chance);
  });
  const weights = state.open(logged);
  if (weights === null) return { guard: logged, weights: null, difference: null };
  for (const [position, { person, bits }] of people.entries()) {
    if (bits === null || state.isUncertain) continue;
    const base = Math.min(1, totalOf(weights.map((weight, rule) => weight * (bits[rule] ?? 0))));
    differences.push(near(`base chance of ${person}`, base, logged.base[position] ?? 0));
  }
  return { guard: logged, weights: played(weights, logged), difference: Math.max(...differences) };
}

function readGuard(body: Fields, count: number): Logged {
  const guard = body.object("guard");
  const keys = ["tau", "limit", "pull", "target", "spent", "mixability", "noShare"] as const;
  guard.only([...keys, "isCut", "base"]);
  const base = guard.reals("base");
  if (base.length !== count) throw new Broken("guard.base", `${count} chances`, base.length);
  const inside = base.every((chance) => chance >= 0 && chance <= 1);
  if (!inside) throw new Broken("guard.base", "0 to 1", guard.get("base"));
  const [tau = 0, limit = 0, pull = 0, target = 0, spent = 0, mixability = 0, noShare = 0] = keys.map((key) =>
    guard.number(key),
  );
  const isCut = guard.flag("isCut");
  return { tau, limit, pull, target, isCut, spent, mixability, noShare, base, eta: body.number("eta") };
}

/** The least of the eta before, ln N/D and the cap; so it never rises. */
function checkEta(
  state: GuardedState,
  settings: Settings & { readonly guarded: Guarded },
  logged: Logged,
  problems: Problems,
): void {
  const { rules, roundSize: k, guarded } = settings;
  const logRules = Math.log(rules.count);
  const tuned = logged.mixability > 0 ? logRules / logged.mixability : Number.POSITIVE_INFINITY;
  const cap = (guarded.pace / k) * Math.sqrt((0.4 * logRules) / (state.now.t + 1));
  const expected = Math.min(state.now.eta, tuned, cap);
  const close = Math.abs(logged.eta - expected) <= TOLERANCE * expected;
  problems.require(close, "eta", String(expected), String(logged.eta));
}

/** limit, target, pull and whether it was cut; what this round takes from the budget comes back. */
function checkPull(
  state: GuardedState,
  settings: Settings & { readonly guarded: Guarded },
  logged: Logged,
  problems: Problems,
): number {
  const { base, pull, target, isCut } = logged;
  const near = nearIn(problems);
  const alpha = Number(settings.alpha.n) / Number(settings.alpha.d);
  const limit = (alpha + Math.max(0, state.now.tau)) * (1 - 1e-9);
  near("limit", limit, logged.limit);
  const largest = Math.max(...base);
  const spread = largest - Math.min(...base);
  near("target", Math.max(totalOf(base) / base.length, largest / 3), target);
  const needed = spread > limit ? 1 - limit / spread : 0;
  const cost = totalOf(base.map((chance) => Math.abs(target - chance)));
  const { roundSize: k, rules, guarded } = settings;
  const budget = guarded.budget * k * Math.sqrt((state.now.t + 1) * Math.log(rules.count));
  const afforded = needed === 0 ? 0 : Math.max(0, budget - state.now.spent) / cost;
  near("pull", Math.min(needed, afforded), pull);
  const mayBeEither = Math.abs(afforded - needed) <= TOLERANCE && needed > 0;
  if (!mayBeEither) problems.same("whether the pull was cut", afforded < needed, isCut);
  return Math.min(needed, afforded) * cost;
}

/** W: the base policy pulled towards the target, which everyone and no one make together. */
function played(weights: readonly number[], { pull, target }: Logged): number[] {
  return weights.map((weight, rule) => {
    const rest = (1 - pull) * weight;
    if (rule === EVERYONE) return rest + pull * target;
    return rule === NO_ONE ? rest + pull * (1 - target) : rest;
  });
}

/** Within 1e-9, of the number's size where that is more than 1; the difference comes back. */
function nearIn(problems: Problems): (what: string, expected: number, found: number) => number {
  return (what, expected, found) => {
    const difference = Math.abs(expected - found);
    const close = difference <= TOLERANCE * Math.max(1, Math.abs(expected));
    problems.require(close, what, String(expected), String(found));
    return difference;
  };
}
