import type { Cut } from "#server/learner/spec/spec.ts";

/** The rules that cuts make, after the two constants: `<=` before `>`, or only the one of the cut's side. */
export type CutRules = {
  /** N */
  readonly size: number;
  /** By rule: its cut; -1 for the constants. [N] */
  readonly cutOf: Int32Array;
  /** By rule: 1 if it is `> cut`. [N] */
  readonly isAbove: Uint8Array;
  /** By cut: the numbers of its rules; -1 where there is none. [n] each */
  readonly atMost: Int32Array;
  readonly above: Int32Array;
};

/** Cost: O(n).  Source: NOTATION row "thresholds". */
export function cutRules(cuts: readonly Cut[]): CutRules {
  const atMost = new Int32Array(cuts.length).fill(-1);
  const above = new Int32Array(cuts.length).fill(-1);
  let size = 2;
  for (const [i, { side }] of cuts.entries()) {
    if (side !== "above") atMost[i] = size++;
    if (side !== "at-most") above[i] = size++;
  }
  const cutOf = new Int32Array(size).fill(-1);
  const isAbove = new Uint8Array(size);
  for (let i = 0; i < cuts.length; i++) {
    const [low, high] = [atMost[i] as number, above[i] as number];
    if (low >= 0) cutOf[low] = i;
    if (high >= 0) {
      cutOf[high] = i;
      isAbove[high] = 1;
    }
  }
  return { size, cutOf, isAbove, atMost, above };
}
