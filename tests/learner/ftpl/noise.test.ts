import { describe, expect, test } from "vitest";
import { fillNoise, laplaceStream } from "#server/learner/ftpl/noise.ts";
import { refuses } from "../fixtures.ts";

const seed = "0123456789abcdeffedcba98765432100000000000000000000000000000000f";
const mask = (1n << 64n) - 1n;
const rotate = (x: bigint, k: bigint) => ((x << k) | (x >> (64n - k))) & mask;

/** xoroshiro128+ in big integers, from its authors' description. */
function reference(jumps: number): () => bigint {
  let s0 = BigInt(`0x${seed.slice(0, 16)}`);
  let s1 = BigInt(`0x${seed.slice(16, 32)}`);
  const step = () => {
    const out = (s0 + s1) & mask;
    const mixed = s0 ^ s1;
    s0 = rotate(s0, 24n) ^ mixed ^ ((mixed << 16n) & mask);
    s1 = rotate(mixed, 37n);
    return out & 0xffffffffn;
  };
  for (let j = 0; j < jumps; j++) {
    let [a, b] = [0n, 0n];
    for (const word of [0xdf900294d8f554a5n, 0x170865df4b3201fcn]) {
      for (let bit = 0n; bit < 64n; bit++) {
        if ((word >> bit) & 1n) [a, b] = [a ^ s0, b ^ s1];
        step();
      }
    }
    [s0, s1] = [a, b];
  }
  return step;
}

describe("the noise", () => {
  test.each([0, 1, 3])(
    "of stream %i equals that of an independent implementation with the same seed",
    (stream) => {
      const next = laplaceStream(seed, stream);
      const output = reference(stream);
      for (let i = 0; i < 200; i++) {
        const a = output();
        const b = output();
        const uniform = Number((a >> 5n) * 2n ** 26n + (b >> 6n) + 1n) / 2 ** 53;
        const expected = (a & 16n) === 0n ? -Math.log(uniform) : Math.log(uniform);
        expect(next()).toBeCloseTo(expected, 12);
      }
    },
  );

  test("is Laplace: signs even, sizes exponential of mean 1", () => {
    const next = laplaceStream(seed, 0);
    const count = 20_000;
    const values = Array.from({ length: count }, next);
    const mean = values.reduce((sum, z) => sum + z, 0) / count;
    const size = values.reduce((sum, z) => sum + Math.abs(z), 0) / count;
    const beyond = values.filter((z) => Math.abs(z) > 2).length / count;
    // standard deviations √2, 1 and √(q(1-q)), q = e^-2; five of them
    expect(Math.abs(mean)).toBeLessThan(5 * Math.sqrt(2 / count));
    expect(Math.abs(size - 1)).toBeLessThan(5 / Math.sqrt(count));
    expect(Math.abs(beyond - Math.exp(-2))).toBeLessThan(5 * Math.sqrt((0.1353 * 0.8647) / count));
  });

  test("is summed over a vector and divided by omega, context by context", () => {
    const noise = new Float64Array(3);
    fillNoise(noise, laplaceStream(seed, 0), 2, 0.5);
    const next = laplaceStream(seed, 0);
    const z = Array.from({ length: 6 }, next) as [number, number, number, number, number, number];
    expect([...noise]).toEqual([(z[0] + z[1]) / 0.5, (z[2] + z[3]) / 0.5, (z[4] + z[5]) / 0.5]);
  });

  test("needs 32 bytes in lower-case hex that do not begin with zeros", () => {
    const zeros = "0".repeat(32) + "1".repeat(32);
    for (const bad of ["", "00", seed.toUpperCase(), `${seed}0`, zeros]) {
      refuses("noise-seed", () => laplaceStream(bad, 0));
    }
  });
});
