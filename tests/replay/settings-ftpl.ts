/** FTPL: its settings, and the numbers that follow from them (docs/log-format-learners.md, section 5). */

import { compare, parseDecimal, ZERO } from "./decimal.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Rules } from "./rules.ts";

export interface Ftpl {
  readonly mode: "known" | "paper";
  /** L: the largest weight of a label. */
  readonly weightCap: number;
  /** R: how many rules an opening draws. */
  readonly drawn: number;
  /** C, logged as `fairnessWeight`. */
  readonly fairnessWeight: number;
  /** omega, logged as `eta`. */
  readonly omega: number;
  /** m: variables of noise on a context. */
  readonly variables: number;
}

const MOST_DRAWN = 1_000_000;
const MOST_FACTORS = 15;

/** Throws Broken for settings that no honest log has. */
export function checkFtpl(learner: Fields): void {
  const mode = learner.word("mode", ["known", "paper"]);
  const horizon = wholeNumber(learner.get("horizon"), "horizon", 1);
  learner.word("afterHorizon", ["end"]);
  learner.word("pairRule", ["average", "largest-gap", "most-flags"].slice(mode === "paper" ? 1 : 0));
  for (const key of ["prior", "draw", "guarded", "delta"]) absent(learner, key);
  if (mode === "paper") for (const key of ["resampleCount", "omegaMultiplier"]) absent(learner, key);
  else checkKnown(learner, horizon);
}

function checkKnown(learner: Fields, horizon: number): void {
  const count = learner.whole("resampleCount", rootOf(horizon, 1, 3));
  if (!isDecimalCount(count) || count > MOST_DRAWN) {
    throw new Broken("resampleCount", `2^a 5^b, at most ${MOST_DRAWN}`, count);
  }
  const multiplier = learner.get("omegaMultiplier");
  if (multiplier === undefined) return;
  const value = parseDecimal(learner.text("omegaMultiplier"));
  if (value === null || compare(value, ZERO) <= 0) {
    throw new Broken("omegaMultiplier", "a decimal above 0", multiplier);
  }
}

export function readFtpl(learner: Fields, rules: Rules): Ftpl {
  const k = learner.whole("roundSize", 1);
  const T = learner.whole("horizon", 1);
  const s = rules.contexts.count;
  const logRules = Math.log(rules.count);
  const weightCap = rootOf(T, 1, 3);
  if (learner.text("mode") === "paper") {
    const fairnessWeight = T ** (4 / 45);
    const d = 2 * k + 4 * fairnessWeight;
    const inner = (1.25 * Math.sqrt(d * s) * logRules) / (d ** 3 * s * weightCap * T);
    return {
      ...{ mode: "paper", weightCap, fairnessWeight, omega: Math.sqrt(inner) / d },
      drawn: decimalCountFrom(rootOf(T, 38, 45)),
      variables: 2 * k + 4 * Math.ceil(fairnessWeight),
    };
  }
  const [c, eps] = [Number(learner.text("fairnessMultiplier")), Number(learner.text("eps"))];
  const omega0 = Math.sqrt((2 * Math.SQRT2 * Math.sqrt(s * logRules)) / (s * k * k * weightCap * T));
  const shared = { mode: "known", weightCap, drawn: learner.whole("resampleCount"), variables: 1 } as const;
  if (learner.get("omegaMultiplier") === undefined) {
    return { ...shared, omega: omega0 / Math.max(1, c), fairnessWeight: (c * eps) / (8 * s * omega0) };
  }
  const omega = Number(learner.text("omegaMultiplier")) * omega0;
  return { ...shared, omega, fairnessWeight: (c * eps) / omega };
}

/** The smallest whole r with r^q >= T^p. */
function rootOf(T: number, p: number, q: number): number {
  const power = BigInt(T) ** BigInt(p);
  let [low, high] = [1, T];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (BigInt(middle) ** BigInt(q) >= power) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 2^a 5^b, so that shares of it are decimals. */
function isDecimalCount(count: number): boolean {
  let rest = count;
  for (const factor of [2, 5]) {
    for (let n = 0; n < MOST_FACTORS && rest % factor === 0; n++) rest /= factor;
  }
  return rest === 1;
}

function decimalCountFrom(least: number): number {
  let count = least;
  while (!isDecimalCount(count)) count++;
  return count;
}

function absent(learner: Fields, key: string): void {
  if (learner.get(key) !== undefined) throw new Broken(key, "absent", learner.get(key));
}
