import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import type { JumpableRandomGenerator } from "pure-rand/types/JumpableRandomGenerator";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { log } from "#server/learner/numeric/math.ts";

const SEED = /^[0-9a-f]{64}$/;
const TWO_TO_26 = 67108864;
const TWO_TO_53 = 9007199254740992;

/** A stream of independent Laplace variables of rate 1. */
export type LaplaceStream = () => number;

/**
 * Opens a stream of noise.
 *
 * xoroshiro128+ (Blackman, Vigna 2018: rotations 24 and 37, shift 16), s0 the first and s1 the second 8 bytes of the
 * seed, big-endian; each output is the low 32 bits of s0 + s1 before the step. Stream n starts n jumps of 2^64 steps
 * ahead.
 *
 *   two outputs a, b:  v = ⌊a/2^5⌋ 2^26 + ⌊b/2^6⌋,  z = ± -ln((v + 1)/2^53),  minus if bit 4 of a is set
 *
 * @param seed 32 bytes as 64 lower-case hex digits; the last 16 bytes are not read
 * @param stream 0, 1, 2 ...
 * @throws LearnerError "noise-seed"
 * Source: NOTATION row "z" (Thm 4.8).
 */
export function laplaceStream(seed: string, stream: number): LaplaceStream {
  const generator = generatorOf(seed);
  for (let i = 0; i < stream; i++) generator.jump();
  return () => {
    const a = generator.next() >>> 0;
    const b = generator.next() >>> 0;
    const magnitude = -log(((a >>> 5) * TWO_TO_26 + (b >>> 6) + 1) / TWO_TO_53);
    return (a & 16) === 0 ? magnitude : -magnitude;
  };
}

/**
 * Fills in the next noise of all contexts of a separator.
 *
 *   noise_p = (sum of `length` variables of rate 1)/ω, contexts in order
 *
 * @param noise [s], overwritten
 */
export function fillNoise(noise: Float64Array, next: LaplaceStream, length: number, omega: number): void {
  for (let p = 0; p < noise.length; p++) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += next();
    noise[p] = sum / omega;
  }
}

function generatorOf(seed: string): JumpableRandomGenerator {
  if (!SEED.test(seed)) throw new LearnerError("noise-seed", "a noise seed has 64 lower-case hex digits");
  const word = (i: number) => Number.parseInt(seed.slice(8 * i, 8 * i + 8), 16) | 0;
  // pure-rand's order: high and low word of s0, high and low word of s1
  const words = [word(0), word(1), word(2), word(3)];
  if (words.every((w) => w === 0))
    throw new LearnerError("noise-seed", "a noise seed that begins with zeros");
  return xoroshiro128plusFromState(words);
}
