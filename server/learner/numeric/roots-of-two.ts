/**
 * Returns 2^(j/steps) in two doubles, the nearest and the remainder, one after the other.
 *
 * @param steps a power of two
 * @returns [2 · steps]
 * Cost: one product of 200 binary digits per step.  Computed by square roots of 2 and products of the last result.
 */
export function powersOfRoot(steps: number): Float64Array {
  const digits = 200n;
  const one = 1n << digits;
  let root = 2n * one;
  for (let halved = 1; halved < steps; halved *= 2) root = squareRoot(root << digits);
  const powers = new Float64Array(2 * steps);
  let power = one;
  for (let j = 0; j < steps; j++) {
    const near = Number(power);
    powers[2 * j] = near * 2 ** -200;
    powers[2 * j + 1] = Number(power - BigInt(near)) * 2 ** -200;
    power = (power * root) >> digits;
  }
  return powers;
}

/** Rounded down. */
function squareRoot(value: bigint): bigint {
  let [root, next] = [value, (value + 1n) >> 1n];
  while (next < root) [root, next] = [next, (next + value / next) >> 1n];
  return root;
}
