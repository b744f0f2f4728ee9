/** The draw (docs/log-format.md, section 4, "Draw") and its boundaries (section 6). */

import { Sum } from "./exp2.ts";
import { keyed } from "./hashes.ts";
import { TOLERANCE } from "./report.ts";

export interface DrawInputs {
  readonly study: string;
  readonly round: number;
  readonly inputsHash: string;
  readonly nonces: readonly string[];
  /** The public number on which it depends; null without a beacon. */
  readonly signature: string | null;
}

/** u: the upper 53 bits of the first 64 of K(link, message), as a fraction of 2^53. */
export function drawNumber(
  link: string,
  { study, round, inputsHash, nonces, signature }: DrawInputs,
): number {
  const rested = signature === null ? [] : [signature];
  const hash = keyed(link, ["evenhand/1/draw", study, round, inputsHash, nonces, ...rested]);
  return Number(BigInt(`0x${hash.slice(0, 16)}`) >> 11n) / 2 ** 53;
}

export interface Located {
  /** The first rule whose share of the line holds u. */
  readonly rule: number;
  readonly atBoundary: boolean;
  /** Tells whether u lies in the rule's share, or outside it within the tolerance. */
  mayBe(rule: number): boolean;
}

export function locate(weights: ArrayLike<number>, u: number): Located {
  const sum = new Sum();
  const ends = new Float64Array(weights.length);
  for (let rule = 0; rule < ends.length; rule++) {
    sum.add(weights[rule] ?? 0);
    ends[rule] = sum.value;
  }
  const total = sum.value;
  for (let rule = 0; rule < ends.length; rule++) ends[rule] = (ends[rule] ?? 0) / total;
  const rule = ends.findIndex((end) => u < end);
  return {
    rule: rule < 0 ? Array.from(weights).findLastIndex((weight) => weight > 0) : rule,
    atBoundary: ends.some((end) => Math.abs(u - end) <= TOLERANCE),
    mayBe(candidate) {
      const end = ends[candidate];
      const start = candidate === 0 ? 0 : ends[candidate - 1];
      if (end === undefined || start === undefined) return false;
      return u >= start - TOLERANCE && u < end + TOLERANCE;
    },
  };
}
