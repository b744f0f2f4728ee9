/** A number of picks (docs/log-format-picks.md): its settings, its bounds, and how an opening reached it. */

import { compare, minus, type Ratio, ZERO } from "./decimal.ts";
import { onGrid } from "./double-costs.ts";
import { near } from "./guarded-numbers.ts";
import type { Fields } from "./read.ts";
import { Broken, type Problems } from "./report.ts";

const RULES = ["exactly", "at-least", "at-most", "average"] as const;

export interface Picks {
  readonly rule: (typeof RULES)[number];
  readonly count: number;
  readonly roundSize: number;
}

/** `picks` of an opening. */
export interface LoggedPicks {
  readonly nu: number;
  readonly none: number;
  readonly all: number;
}

export interface Bounds {
  readonly low: number;
  readonly high: number;
}

/** null without the setting. */
export function readPicks(learner: Fields): Picks | null {
  if (learner.get("picks") === undefined) return null;
  const picks = learner.object("picks").only(["rule", "count"]);
  const roundSize = learner.whole("roundSize", 1);
  const count = picks.decimal("count");
  const isInside = compare(count, ZERO) > 0 && compare(count, { n: BigInt(roundSize), d: 1n }) <= 0;
  if (!isInside) throw new Broken("picks.count", `above 0, at most ${roundSize}`, picks.get("count"));
  if (learner.text("mode") === "paper") throw new Broken("picks", "none in mode paper", "some");
  const isFtpl = learner.text("learner") === "ftpl";
  if (isFtpl && count.n % count.d !== 0n)
    throw new Broken("picks.count", "a whole number", picks.get("count"));
  if (!isFtpl && learner.get("draw") === undefined)
    throw new Broken("draw", "even with a number of picks", "one rule");
  return { rule: picks.word("rule", RULES), count: Number(picks.text("count")), roundSize };
}

export function readLogged(body: Fields): LoggedPicks {
  const picks = body.object("picks").only(["nu", "none", "all"]);
  return { nu: picks.number("nu"), none: picks.number("none"), all: picks.number("all") };
}

export function boundsOf({ rule, count, roundSize }: Picks, people: number, ahead: number): Bounds {
  const number = (count * people) / roundSize;
  if (rule === "exactly") return { low: number, high: number };
  if (rule === "at-least") return { low: number, high: people };
  if (rule === "at-most") return { low: 0, high: number };
  const within = (bound: number) => Math.max(0, Math.min(people, bound));
  return { low: within(number - ahead - roundSize), high: within(number - ahead + roundSize) };
}

/** What a closing adds to `ahead`. */
export function leadOf({ rule, count, roundSize }: Picks, chances: readonly number[]): number {
  if (rule !== "average") return 0;
  return chances.reduce((sum, chance) => sum + chance, 0) - (count * chances.length) / roundSize;
}

/** a: the charge on each person of the round. */
export function chargeOf({ nu }: LoggedPicks, people: number, eta: number): number {
  return nu === 0 ? 0 : -nu / (people * eta);
}

/** a in modes `known` and `ix`. */
export function gridChargeOf(logged: LoggedPicks, people: number, eta: number): number {
  return onGrid(chargeOf(logged, people, eta));
}

interface Reached {
  /** The expected number of picks without the projection, and with it. */
  readonly free: number;
  readonly projected: number;
  readonly people: number;
  /** The tolerance of the number, per person. */
  readonly tolerance: number;
}

/** Checks nu against the number that it reaches. */
export function checkNu(
  problems: Problems,
  { nu }: LoggedPicks,
  { low, high }: Bounds,
  { free, projected, people, tolerance }: Reached,
): void {
  const slack = tolerance * people;
  const isFree = free >= low - slack && free <= high + slack;
  const bound = free < low ? low : high;
  const meets = Math.abs(projected - bound) <= slack;
  const isAtEnd = Math.abs(nu) > 60 - 1e-9 && Math.sign(nu) === (free < low ? 1 : -1);
  problems.require(
    nu === 0 ? isFree : meets || isAtEnd,
    "nu",
    `a number that picks ${bound}`,
    String(projected),
  );
  problems.require(Math.abs(nu) <= 60, "nu", "-60 to 60", String(nu));
}

/** Checks none and all against the chances before them. @returns the chances after them */
export function checkMixing(
  problems: Problems,
  logged: LoggedPicks,
  { low, high }: Bounds,
  chances: readonly number[],
): number[] {
  const sum = chances.reduce((total, chance) => total + chance, 0);
  near(problems, "all", sum < low ? (low - sum) / (chances.length - sum) : 0, logged.all);
  near(problems, "none", sum > high ? (sum - high) / sum : 0, logged.none);
  return mixed(chances, logged);
}

export function mixed(chances: readonly number[], { none, all }: LoggedPicks): number[] {
  return chances.map((chance) => (1 - none - all) * chance + all);
}

const UNITS = 10n ** 15n;

/** In exact arithmetic: multiples of 10^-15 whose sum lies within the bounds, both rounded to such multiples. */
export function checkPrinted(problems: Problems, { low, high }: Bounds, chances: readonly Ratio[]): void {
  const isWhole = chances.every(({ n, d }) => (n * UNITS) % d === 0n);
  problems.require(isWhole, "chances", "multiples of 1e-15", "others");
  const sum = chances.reduce((total, chance) => minus(total, minus(ZERO, chance)), ZERO);
  const units = (bound: number): Ratio => ({ n: BigInt(Math.round(bound * 1e15)), d: UNITS });
  const isInside = compare(sum, units(low)) >= 0 && compare(sum, units(high)) <= 0;
  problems.require(
    isInside,
    "sum of the chances",
    `${low} to ${high}`,
    String(Number(sum.n) / Number(sum.d)),
  );
}
