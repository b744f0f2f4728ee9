import type { SmallSubsets } from "../classes/small-subsets.ts";

/** The least cost of some trees, and the lowest number of those that reach it. */
export type Found = { readonly number: number; readonly value: number };

/**
 * The best tree of depth 1 for the people who reach the end of each path of at most depth - 1 questions. Its number is
 * that among the trees of depth 1 over the questions not on the path: 0 accepts no one, 1 everyone, 2 + 2c those with
 * not c, 3 + 2c those with c.
 */
export type Stumps = {
  readonly everyone: Found;
  of(split: number, answer: 0 | 1): Found;
  /** The stump after a path of two questions, in either order. */
  ofTwo(split: number, answer: 0 | 1, other: number, otherAnswer: 0 | 1): Found;
};

/**
 * @param sums W of every set of at most `depth` questions: [s]
 * Cost: O(n²) for depth 2, O(n³) for depth 3.
 */
export function leastStumps(sums: Float64Array, sets: SmallSubsets, n: number, depth: 2 | 3): Stumps {
  const all = sums[0] as number;
  const one = sums.subarray(1, 1 + n);
  const two = pairTable(sums, sets, n);
  const noOne = -1;
  const everyone = leastStump(all, one, noOne, noOne);
  const ofOne = Array.from({ length: n }, (_, a) => {
    const yes = two.subarray(a * n, (a + 1) * n);
    const no = one.map((sum, c) => sum - (yes[c] as number));
    const weight = one[a] as number;
    return [leastStump(all - weight, no, a, noOne), leastStump(weight, yes, a, noOne)] as const;
  });
  const ofPairs = depth === 3 ? pairStumps({ all, one, two, sums, sets, n }) : [];
  return {
    everyone,
    of: (split, answer) => ofOne[split]?.[answer] as Found,
    ofTwo(split, answer, other, otherAnswer) {
      const [a, b] = split < other ? [split, other] : [other, split];
      const [v, w] = split < other ? [answer, otherAnswer] : [otherAnswer, answer];
      return ofPairs[(a * n + b) * 4 + 2 * v + w] as Found;
    },
  };
}

/** W(a, b) at a · n + b, in both orders. */
function pairTable(sums: Float64Array, { pairStart }: SmallSubsets, n: number): Float64Array {
  const table = new Float64Array(n * n);
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      const sum = sums[(pairStart[a] as number) + b] as number;
      table[a * n + b] = sum;
      table[b * n + a] = sum;
    }
  }
  return table;
}

type Sums = {
  readonly all: number;
  /** [n] */
  readonly one: Float64Array;
  /** [n²] */
  readonly two: Float64Array;
  readonly sums: Float64Array;
  readonly sets: SmallSubsets;
  readonly n: number;
};

/** The stumps of (a, b) with answers v and w at (a · n + b) · 4 + 2 v + w, a < b. */
function pairStumps({ all, one, two, sums, sets, n }: Sums): Found[] {
  const found: Found[] = [];
  const ways = Array.from({ length: 4 }, () => new Float64Array(n));
  const [neither, onlyB, onlyA, both] = ways as [Float64Array, Float64Array, Float64Array, Float64Array];
  for (let a = 0; a < n; a++) {
    for (let b = a + 1; b < n; b++) {
      for (let c = 0; c < n; c++) {
        // Stryker disable next-line ConditionalExpression: no question is asked again, so these places are not read
        if (c === a || c === b) continue;
        const three = sums[tripleOf(sets, n, a, b, c)] as number;
        const withA = two[a * n + c] as number;
        const withB = two[b * n + c] as number;
        both[c] = three;
        onlyA[c] = withA - three;
        onlyB[c] = withB - three;
        neither[c] = (one[c] as number) - withA - withB + three;
      }
      const [ofA, ofB, ofBoth] = [one[a] as number, one[b] as number, two[a * n + b] as number];
      const weights = [all - ofA - ofB + ofBoth, ofB - ofBoth, ofA - ofBoth, ofBoth];
      for (const [way, yes] of ways.entries()) {
        found[(a * n + b) * 4 + way] = leastStump(weights[way] as number, yes, a, b);
      }
    }
  }
  return found;
}

function tripleOf({ tripleStart }: SmallSubsets, n: number, a: number, b: number, c: number): number {
  if (c < a) return (tripleStart[c * n + a] as number) + b;
  if (c < b) return (tripleStart[a * n + c] as number) + b;
  return (tripleStart[a * n + b] as number) + c;
}

/**
 * Finds the best of: accept no one, accept everyone, one more question; of equals the lowest number.
 *
 * @param weight the costs of all people who come here
 * @param yes the costs of the people among them who say yes to each question: [n]
 * @param first, second questions already on the path, or -1
 */
function leastStump(weight: number, yes: Float64Array, first: number, second: number): Found {
  let value = weight < 0 ? weight : 0;
  let number = weight < 0 ? 1 : 0;
  let place = 2;
  for (let c = 0; c < yes.length; c++) {
    if (c === first || c === second) continue;
    const accepted = yes[c] as number;
    if (weight - accepted < value) {
      value = weight - accepted;
      number = place;
    }
    if (accepted < value) {
      value = accepted;
      number = place + 1;
    }
    place += 2;
  }
  return { number, value };
}
