const POWERS = powersOfTwo();

/** 2^k for k = -1074..1023. */
export function powerOfTwo(k: number): number {
  return POWERS[k + 1074] as number;
}

/** By doubling, which is exact from the smallest denormal on. */
function powersOfTwo(): Float64Array {
  const powers = new Float64Array(2098);
  let power = Number.MIN_VALUE;
  for (let i = 0; i < powers.length; i++) {
    powers[i] = power;
    power *= 2;
  }
  return powers;
}
