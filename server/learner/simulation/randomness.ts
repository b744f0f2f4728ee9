import { xoroshiro128plus, xoroshiro128plusFromState } from "pure-rand/generator/xoroshiro128plus";
import { LearnerError } from "#server/learner/numbers/errors.ts";

/** Where a stream of random numbers stands: a value, passed in and handed on. */
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

/** What a run draws, each from a stream of its own: equal people, panels and delays whatever the learner does. */
export const STREAMS = { world: 0, people: 1, panel: 2, draw: 3, outcomes: 4, noise: 5 } as const;

const TWO_TO_26 = 67108864;
const TWO_TO_53 = 9007199254740992;
const LARGEST_SEED = 2147483647;
/** A generator made from a small seed starts with many zeros. */
const SKIPPED = 64;

/**
 * Opens a stream: xoroshiro128+ of the seed, `stream` jumps of 2^64 steps ahead.
 *
 * @param seed a whole number, 0..2^31 - 1
 * @throws LearnerError "range"
 */
export function openRandom(seed: number, stream: keyof typeof STREAMS): RandomState {
  if (!Number.isInteger(seed) || seed < 0 || seed > LARGEST_SEED) {
    throw new LearnerError("range", `seed ${seed} is not one of 0..${LARGEST_SEED}`);
  }
  const generator = xoroshiro128plus(seed);
  for (let i = 0; i < SKIPPED; i++) generator.next();
  for (let i = 0; i < STREAMS[stream]; i++) generator.jump();
  return generator.getState();
}

/**
 * Draws from a stream; the state that was passed in is not changed.
 *
 * @param use takes as many numbers as it likes, and none after it returned
 * @returns what `use` returned, and where the stream stands then
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
