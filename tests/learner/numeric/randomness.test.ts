import { expect, test } from "vitest";
import { openRandom, STREAMS, withRandom } from "#server/learner/numeric/randomness.ts";
import { refuses } from "../fixtures.ts";

const places = 20_000;
const seeds = Array.from({ length: 16 }, (_, i) => i + 1);

/** Returns the highest bit of each of a stream's first numbers: [places] of 0 and 1. */
function topBits(seed: number, stream: (typeof STREAMS)[number]): Uint8Array {
  return withRandom(openRandom(seed, stream), (random) =>
    Uint8Array.from({ length: places }, () => random.below(2)),
  ).result;
}

/** Counts the places at which two streams have the same bit. */
function agreements(one: Uint8Array, other: Uint8Array): number {
  let found = 0;
  for (let at = 0; at < places; at++) if (one[at] === other[at]) found += 1;
  return found;
}

/** Five and a half standard deviations of a binomial of 20,000 halves: passed by chance once in 26 million. */
const bound = 5.5 * Math.sqrt(places / 4);

function expectIndependent(drawn: readonly Uint8Array[]): void {
  for (const [i, one] of drawn.entries()) {
    for (const other of drawn.slice(i + 1)) {
      expect(Math.abs(agreements(one, other) - places / 2)).toBeLessThan(bound);
    }
  }
}

test("top bits of streams with small seeds agree as often as fair coins, in pairs and all at once", () => {
  for (const stream of STREAMS) {
    const drawn = seeds.map((seed) => topBits(seed, stream));
    expectIndependent(drawn);
    const ones = Uint8Array.from({ length: places }, (_, at) =>
      drawn.reduce((sum, bits) => sum + (bits[at] ?? 0), 0),
    );
    const unanimous = ones.filter((sum) => sum === 0 || sum === seeds.length).length;
    // mean 20,000 / 2^15 = 0.6; more than 8 have a chance of 2e-8
    expect(unanimous, stream).toBeLessThanOrEqual(8);
  }
});

test("streams of one seed agree as often as fair coins", () => {
  expectIndependent(STREAMS.map((stream) => topBits(1, stream)));
});

test("a stream continues where it was, and restarts from the same seed", () => {
  const take = (random: { uniform: () => number }) => [random.uniform(), random.uniform()];
  const start = openRandom(7, STREAMS[0]);
  const first = withRandom(start, take);
  const second = withRandom(first.state, take);
  const four = withRandom(start, (random) => [...take(random), ...take(random)]).result;
  expect([...first.result, ...second.result]).toEqual(four);
  expect(new Set(four).size).toBe(4);
  for (const number of four) expect(number * 2 ** 53).toBe(Math.floor(number * 2 ** 53));
  for (const number of four) expect(number).toBeLessThan(1);
});

test("a seed for the learner is 32 bytes in hex", () => {
  const seeds = withRandom(openRandom(7, STREAMS[0]), (random) =>
    Array.from({ length: 200 }, () => random.seed()),
  ).result;
  for (const seed of seeds) expect(seed).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(seeds).size).toBe(200);
});

test("a seed is a whole number below 2^31", () => {
  for (const seed of [0, 2 ** 31 - 1]) expect(openRandom(seed, STREAMS[0])).toHaveLength(4);
  for (const seed of [-1, 0.5, 2 ** 31, Number.NaN]) refuses("range", () => openRandom(seed, STREAMS[0]));
});
