import { sha256 } from "@noble/hashes/sha2.js";
import { utf8ToBytes } from "@noble/hashes/utils.js";
import { xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/** The position of a stream of random numbers: a value that is passed in and returned. */
export type RandomState = readonly number[];

/** A stream while it is in use. */
export type Random = {
  /** A multiple of 2^-53 in [0, 1). */
  uniform(): number;
  /** One of 0..count-1, each with equal chance up to 2^-53 · count. */
  below(count: number): number;
  /** 32 bytes as 64 hex digits: a seed for learners that perturb. */
  seed(): string;
};

/** The streams of a run, one for each kind of draw: people, panels and delays are equal whatever the learner does. */
export const STREAMS = ["world", "people", "panel", "draw", "outcomes", "noise"] as const;

const TWO_TO_26 = 67108864;
const TWO_TO_53 = 9007199254740992;
const LARGEST_SEED = 2147483647;

/**
 * Opens a stream: xoroshiro128+ from the first 16 bytes of SHA-256("evenhand simulation SEED STREAM"). The generator is
 * linear except for its carries. States that are a sum of one another (as small seeds themselves are) would give
 * dependent streams, however many numbers are skipped; hashed they are independent.
 *
 * @param seed a whole number, 0..2^31 - 1
 * @throws LearnerError "range"
 */
export function openRandom(seed: number, stream: (typeof STREAMS)[number]): RandomState {
  if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED) {
    throw new LearnerError("range", `seed ${seed} is not one of 0..${LARGEST_SEED}`);
  }
  const hash = sha256(utf8ToBytes(`evenhand simulation ${seed} ${stream}`));
  const words = new DataView(hash.buffer, hash.byteOffset);
  return [0, 4, 8, 12].map((at) => words.getInt32(at));
}

/**
 * Draws from a stream; the state that was passed in is not changed.
 *
 * @param use takes any number of values, and none after it returned
 * @returns what `use` returned, and the position of the stream after it
 */
export function withRandom<Result>(
  state: RandomState,
  use: (random: Random) => Result,
): { readonly result: Result; readonly state: RandomState } {
  const generator = xoroshiro128plusFromState(state);
  const word = () => generator.next() >>> 0;
  const uniform = () => {
    const high = word() >>> 5;
    return (high * TWO_TO_26 + (word() >>> 6)) / TWO_TO_53;
  };
  const random: Random = {
    uniform,
    below: (count) => Math.floor(uniform() * count),
    seed: () => Array.from({ length: 8 }, () => word().toString(16).padStart(8, "0")).join(""),
  };
  return { result: use(random), state: generator.getState() };
}
