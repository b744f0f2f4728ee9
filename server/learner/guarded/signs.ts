/**
 * The rules that distinguish two people, by number and in catalogue order. They are few, so a sweep over these lists
 * takes a fraction of the time of a sweep over all rules.
 */
export type Signs = {
  /** h(high) - h(low) = 1 */
  readonly up: Int32Array;
  /** h(high) - h(low) = -1 */
  readonly down: Int32Array;
};

/**
 * @param high h(high) of every rule: [N]; `low` likewise
 * Without destructuring in its loops, which takes two to three times as long.
 */
export function signsOf(high: Uint8Array, low: Uint8Array): Signs {
  let ups = 0;
  let downs = 0;
  for (let h = 0; h < high.length; h++) {
    const a = high[h] as number;
    const b = low[h] as number;
    ups += a & ~b;
    downs += b & ~a;
  }
  const up = new Int32Array(ups);
  const down = new Int32Array(downs);
  ups = 0;
  downs = 0;
  for (let h = 0; h < high.length; h++) {
    const a = high[h] as number;
    const b = low[h] as number;
    if (a > b) up[ups++] = h;
    else if (a < b) down[downs++] = h;
  }
  return { up, down };
}

/**
 * Returns the sums of the weights of the rules on each side, in catalogue order. Their difference is the pair's gap.
 * One pass computes both sums, because their additions are independent.
 */
export function weightsOf(
  weights: Float64Array,
  { up, down }: Signs,
): { upWeight: number; downWeight: number } {
  let upWeight = 0;
  let downWeight = 0;
  const both = Math.min(up.length, down.length);
  for (let i = 0; i < both; i++) {
    upWeight += weights[up[i] as number] as number;
    downWeight += weights[down[i] as number] as number;
  }
  for (let i = both; i < up.length; i++) upWeight += weights[up[i] as number] as number;
  for (let i = both; i < down.length; i++) downWeight += weights[down[i] as number] as number;
  return { upWeight, downWeight };
}
