import { firstNotFinite, readDoubles, writeDoubles } from "#server/learner/numeric/doubles.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/** The part of a state that the log commits to (docs/log-format-state.md): single numbers, and the totals as bytes. */
export type StateRecord = {
  /** Reals are decimals with round-trip digits. */
  readonly head: StateHead;
  /** Doubles, little-endian, one array after the other; equal for equal states. */
  readonly totals: Uint8Array;
};

export type StateHead = SumsHead | GuardedHead;

/** The head for FTPL, and for Exp2 except in mode `guarded`: the totals are sums of charges. */
export type SumsHead = {
  readonly learner: "exp2" | "ftpl";
  /** Rounds closed. */
  readonly t: number;
  /** Rules of Exp2, cells of FTPL's history. */
  readonly size: number;
};

/**
 * The head for mode `guarded`: the totals are L, G and A. While a round is open, those of before its opening follow.
 */
export type GuardedHead = GuardedNumbers & {
  readonly learner: "guarded";
  readonly size: number;
  /** n and n0. */
  readonly labels: number;
  readonly noLabels: number;
  /** The numbers before the open round; null between rounds. */
  readonly before: GuardedNumbers | null;
};

export type GuardedNumbers = {
  readonly t: number;
  readonly mixability: string;
  readonly tau: string;
  readonly spent: string;
  /** null before the first opening. */
  readonly eta: string | null;
  readonly reported: boolean;
  readonly lin: string;
  /** In the order of the list. Signs follow from the features. */
  readonly verdicts: readonly HeadVerdict[];
};

export type HeadVerdict = {
  readonly high: string;
  readonly low: string;
  readonly bound: string;
  readonly charge: string;
};

/**
 * Reads arrays back.
 *
 * @throws LearnerError "snapshot-damaged" unless there are `count` arrays of `size` finite numbers
 */
export function totalsIn(bytes: Uint8Array, size: number, count: number): Float64Array[] {
  if (bytes.length !== 8 * size * count) {
    throw new LearnerError("snapshot-damaged", `${bytes.length} bytes for ${count} times ${size} totals`);
  }
  return Array.from({ length: count }, (_, part) => {
    const values = readDoubles(bytes, 8 * part * size, size);
    const wrong = firstNotFinite(values);
    if (wrong < 0) return values;
    throw new LearnerError("snapshot-damaged", `total ${wrong} is not finite`);
  });
}

/** Writes arrays of doubles one after the other, little-endian. Cost: 8 bytes a number. */
export function bytesOfTotals(arrays: readonly Float64Array[]): Uint8Array {
  const count = arrays.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(8 * count);
  arrays.reduce((start, values) => writeDoubles(bytes, start, values), 0);
  return bytes;
}
