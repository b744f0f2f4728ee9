/** The numbers of an opening that follow from the log alone (docs/log-format-guarded.md, "What an erasure leaves"). */

import { compare, minus, type Ratio, toNumber, ZERO } from "./decimal.ts";
import type { LoggedGuard } from "./guarded-guard.ts";
import type { GuardedStudy } from "./guarded-settings.ts";
import type { GuardedState } from "./guarded-state.ts";
import { totalOf } from "./guarded-weights.ts";
import { type Bounds, checkMixing, type LoggedPicks } from "./picks.ts";
import { EVERYONE, NO_ONE } from "./prior.ts";
import { type Problems, TOLERANCE } from "./report.ts";

export interface Person {
  readonly person: string;
  readonly exactChance: Ratio;
  readonly chance: number;
}

/** The values to which the numbers are compared. */
export interface Question {
  readonly state: GuardedState;
  readonly settings: GuardedStudy;
  readonly logged: LoggedGuard;
  readonly people: readonly Person[];
  readonly problems: Problems;
  /** The picks of a study with a number of picks; else null. */
  readonly picks: { readonly bounds: Bounds; readonly logged: LoggedPicks } | null;
}

/** Compares published chances with pulled base chances. @returns the largest difference */
export function checkNumbers(question: Question): number {
  const { state, logged, people, problems } = question;
  const reached = reachedOf(question);
  near(problems, "tau", state.now.tau, logged.tau);
  near(problems, "share of no", state.noShare, logged.noShare);
  problems.same("whether yes is rare", question.settings.guarded.rareYes && state.isRare, logged.isRare);
  checkEta(question);
  near(problems, "spent", state.now.spent + checkPull(question, reached), logged.spent);
  checkSpread(question);
  const differences = people.map(({ person, chance }, position) => {
    const moved = (1 - logged.pull) * (reached[position] ?? 0) + logged.pull * logged.target;
    return near(problems, `chance of ${person}`, Math.min(1, Math.max(0, moved)), chance);
  });
  return Math.max(...differences);
}

/** Compares two numbers within 1e-9, relative if above 1. @returns the difference */
export function near(problems: Problems, what: string, expected: number, found: number): number {
  const difference = Math.abs(expected - found);
  const close = difference <= TOLERANCE * Math.max(1, Math.abs(expected));
  problems.require(close, what, String(expected), String(found));
  return difference;
}

/** Computes accept everyone's share of the constants' weight; 1/2 if they have none. */
export function leadOf(weights: readonly number[]): number {
  const [everyone, noOne] = [weights[EVERYONE] ?? 0, weights[NO_ONE] ?? 0];
  return everyone + noOne === 0 ? 0.5 : everyone / (everyone + noOne);
}

/** Computes the target of a round's chances; higher if `lead` says that accept everyone outweighs accept no one. */
export function targetOf(base: readonly number[], lead: number | null): number {
  const middle = Math.max(totalOf(base) / base.length, Math.max(...base) / 3);
  return lead === null || lead <= 0.5 ? middle : middle + (1 - middle) * (2 * lead - 1);
}

/** Computes the least of the previous eta, ln N/D and the cap, so it never rises. */
function checkEta({ state, settings, logged, problems }: Question): void {
  const { rules, roundSize: k, guarded } = settings;
  const logRules = Math.log(rules.count);
  const tuned = logged.mixability > 0 ? logRules / logged.mixability : Number.POSITIVE_INFINITY;
  const cap = (guarded.pace / k) * Math.sqrt((0.4 * logRules) / (state.now.t + 1));
  const expected = Math.min(state.now.eta, tuned, cap);
  const close = Math.abs(logged.eta - expected) <= TOLERANCE * expected;
  problems.require(close, "eta", String(expected), String(logged.eta));
}

/** Mixes the base chances with a constant rule if a number of picks requires it. */
function reachedOf({ logged: { base }, picks, problems }: Question): readonly number[] {
  return picks === null ? base : checkMixing(problems, picks.logged, picks.bounds, base);
}

/** Checks limit, target, pull and whether it was cut. @returns the round's use of the budget */
function checkPull({ state, settings, logged, problems, picks }: Question, base: readonly number[]): number {
  const { pull, target, isCut } = logged;
  const { alpha, roundSize: k, rules, guarded } = settings;
  const limit = (toNumber(alpha) + Math.max(0, state.now.tau)) * (1 - 1e-9);
  near(problems, "limit", limit, logged.limit);
  const largest = Math.max(...base);
  const spread = largest - Math.min(...base);
  const { low, high } = picks?.bounds ?? { low: 0, high: base.length };
  const expected = Math.min(high / base.length, Math.max(low / base.length, targetOf(base, logged.lead)));
  near(problems, "target", expected, target);
  const needed = spread > limit ? 1 - limit / spread : 0;
  const cost = totalOf(base.map((chance) => Math.abs(target - chance)));
  const budget = guarded.budget * k * Math.sqrt((state.now.t + 1) * Math.log(rules.count));
  const afforded = needed === 0 ? 0 : Math.max(0, budget - state.now.spent) / cost;
  near(problems, "pull", Math.min(needed, afforded), pull);
  const mayBeEither = needed > 0 && Math.abs(afforded - needed) <= TOLERANCE;
  if (!mayBeEither) problems.same("whether the pull was cut", afforded < needed, isCut);
  return Math.min(needed, afforded) * cost;
}

/** Checks exactly that chances differ by at most alpha + max(0, tau), unless the pull was cut. */
function checkSpread({ settings: { alpha }, logged, people, problems }: Question): void {
  if (logged.isCut) return;
  const isRelaxed = compare(logged.exactTau, ZERO) > 0;
  const most = isRelaxed ? minus(alpha, minus(ZERO, logged.exactTau)) : alpha;
  const chances = people.map(({ exactChance }) => exactChance);
  const largest = chances.reduce((a, b) => (compare(a, b) >= 0 ? a : b), ZERO);
  const smallest = chances.reduce((a, b) => (compare(a, b) <= 0 ? a : b), largest);
  const spread = minus(largest, smallest);
  const isWithin = compare(spread, most) <= 0;
  problems.require(isWithin, "spread of the chances", `at most ${toNumber(most)}`, String(toNumber(spread)));
}
