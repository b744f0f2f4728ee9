/**
 * How the rules distinguish two people, two bits a rule, four rules a byte, the first in the low bits: 1 where
 * h(high) - h(low) = 1, 2 where it is -1, else 0.
 */
export type Signs = Uint8Array;

/**
 * @param high h(high) of every rule: [N]; `low` likewise
 * @returns [N/4, rounded up]
 */
export function signsOf(high: Uint8Array, low: Uint8Array): Signs {
  const signs = new Uint8Array(Math.ceil(high.length / 4));
  // without destructuring, which takes two to three times as long here
  for (let h = 0; h < high.length; h++) {
    const a = high[h] as number;
    const differs = a ^ (low[h] as number);
    // h(high) if they differ, and 2 h(low)
    const sign = (2 * differs) ^ (3 * (a & differs));
    signs[h >> 2] = (signs[h >> 2] as number) | (sign << (2 * (h & 3)));
  }
  return signs;
}

/** Returns a function that computes the value of each key once. */
export function computedOnce<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.has(key) ? (known.get(key) as Value) : compute(key);
    known.set(key, value);
    return value;
  };
}
