import { expect, test } from "vitest";
import { openRandom, STREAMS, withRandom } from "#server/learner/numeric/randomness.ts";

const places = 20_000;
const seeds = Array.from({ length: 16 }, (_, i) => i + 1);

/** The highest bit of each of a stream's first numbers: [places] of 0 and 1. */
function topBits(seed: number, stream: (typeof STREAMS)[number]): Uint8Array {
  return withRandom(openRandom(seed, stream), (random) =>
    Uint8Array.from({ length: places }, () => random.below(2)),
  ).result;
}

/** At how many places two streams have the same bit. */
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

test("streams of small seeds agree in their top bits as often as fair coins, two by two and all sixteen at once", () => {
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

test("streams of one seed are as independent of one another", () => {
  expectIndependent(STREAMS.map((stream) => topBits(1, stream)));
});
