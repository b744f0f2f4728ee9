import { z } from "zod";
import { endsBefore } from "#server/learner/config/check-horizon.ts";
import { count, decimal, ordinal, type ReadBy } from "#server/learner/config/fields.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { firstNotFinite, readDoubles, writeDoubles } from "#server/learner/numeric/doubles.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Openings } from "./open-rounds.ts";

/** A learner's state without its spec: equal values for equal states, and everything that later rounds need. */
export type SerialisedState = {
  /** Single numbers and names, as the log holds them (docs/log-format-state.md); reals with round-trip digits. */
  readonly head: StateHead;
  /** Doubles, little-endian, one array after the other. The log holds their hash. */
  readonly totals: Uint8Array;
  /** The cells of the people that the head names, without erased people. The log does not hold them. */
  readonly cells: ReadonlyMap<string, Features>;
};

/** Expected picks of the closed rounds minus those asked for. Only where picks are a number on average. */
const ahead = { ahead: decimal.exactOptional() };

const openRound = { t: ordinal, ...ahead };

/** The head for FTPL, and for Exp2 except in mode `guarded`: the totals are sums of charges. */
const sumsHeadSchema = z.strictObject({
  learner: z.enum(["exp2", "ftpl"]),
  /** As in {@link Openings}. */
  t: count,
  /** Absent while no round is open. */
  open: z.array(z.strictObject(openRound)).exactOptional(),
  /** Rules of Exp2, cells of FTPL's history. */
  size: count,
  ...ahead,
});

const guardedNumbersSchema = z.strictObject({
  mixability: decimal,
  tau: decimal,
  spent: decimal,
  /** null before the first opening. */
  eta: decimal.nullable(),
  reported: z.boolean(),
  lin: decimal,
  /** n and n0. */
  labels: count,
  noLabels: count,
  ...ahead,
  /** In the order of the list. Signs follow from the features. */
  verdicts: z.array(
    z.strictObject({
      high: z.string(),
      low: z.string(),
      round: ordinal,
      count: ordinal,
      bound: decimal,
      charge: decimal,
      /** The last opening that enforces it. Present where verdicts expire. */
      until: ordinal.exactOptional(),
    }),
  ),
});

/**
 * The head for mode `guarded`: the totals are L, G and A. While the newest opening can be undone, those of before it
 * follow.
 */
const guardedHeadSchema = z.strictObject({
  learner: z.literal("guarded"),
  size: count,
  t: count,
  /** With whether the round has a pair that can be judged. */
  open: z.array(z.strictObject({ ...openRound, hasPairs: z.boolean() })).exactOptional(),
  /** Closed rounds that tau does not contain yet, because an older one is open. Absent if there are none. */
  later: z.array(z.strictObject({ t: ordinal, reported: z.boolean() })).exactOptional(),
  ...guardedNumbersSchema.shape,
  /** The numbers before the newest opening; null if nothing can undo it any more. */
  before: guardedNumbersSchema.nullable(),
});

export const anyHeadSchema = z.union([sumsHeadSchema, guardedHeadSchema]);

export type StateHead = ReadBy<typeof anyHeadSchema>;
export type GuardedHead = ReadBy<typeof guardedHeadSchema>;
export type GuardedNumbers = ReadBy<typeof guardedNumbersSchema>;

/** Which rounds are open, as {@link Openings}. */
type OpeningsHead = Pick<ReadBy<typeof sumsHeadSchema>, "t" | "open">;

/** Returns the names of the people whose cells a state needs. */
export function peopleIn(head: StateHead): string[] {
  if (!("verdicts" in head)) return [];
  return (head.before ?? head).verdicts.flatMap(({ high, low }) => [high, low]);
}

/** @throws LearnerError "snapshot-damaged" unless a head is of this learner and size, and of a round of the study */
export function checkHead(
  spec: LearnerSpec,
  { learner, size, t, open }: StateHead,
  expected: Pick<StateHead, "learner" | "size">,
): void {
  if (learner !== expected.learner || size !== expected.size) {
    throw damaged(`a state of ${learner}, ${size} totals`);
  }
  const newest = Math.max(t, open?.at(-1)?.t ?? 0);
  if (endsBefore(spec, newest)) throw damaged(`round ${newest} in a study of ${spec.horizon}`);
}

export type SumsState = Openings & {
  readonly spec: LearnerSpec;
  /** Expected picks of the closed rounds minus those asked for; 0 unless picks are a number on average. */
  readonly ahead: number;
};

/** Writes a state whose totals are sums of charges. */
export function sumsState(state: SumsState, size: number, sums: Float64Array): SerialisedState {
  const { spec, ahead } = state;
  const head = {
    learner: spec.learner,
    ...headOfOpenings(spec, state),
    size,
    ...headOfAhead(spec, ahead),
  };
  return { head, totals: bytesOfTotals([sums]), cells: new Map() };
}

/** Reads it back, without the sums. @throws LearnerError "snapshot-damaged" on a head of another study's state */
export function sumsBefore(spec: LearnerSpec, head: StateHead, size: number): Omit<SumsState, "spec"> {
  checkHead(spec, head, { learner: spec.learner, size });
  return { ...openingsIn(spec, head), ahead: aheadIn(spec, head) };
}

/** Returns the part of a head that says which rounds are open. */
export function headOfOpenings(spec: LearnerSpec, { t, open }: Openings): OpeningsHead {
  if (open.length === 0) return { t };
  return { t, open: open.map((round) => ({ t: round.t, ...headOfAhead(spec, round.ahead) })) };
}

/** Reads that part back. @throws LearnerError "snapshot-damaged" on rounds that no openings leave open */
export function openingsIn(spec: LearnerSpec, { t, open = [] }: OpeningsHead): Openings {
  const isInOrder = open.every((round, place) => round.t > (open[place - 1]?.t ?? 0) && round.t <= t + 1);
  if (!isInOrder) throw damaged("its open rounds");
  return { t, open: open.map((round) => ({ t: round.t, ahead: aheadIn(spec, round) })) };
}

/** Returns the part of a head that only studies with a number of picks on average have. */
export function headOfAhead({ picks }: LearnerSpec, ahead: number): { readonly ahead?: string } {
  return picks?.rule === "average" ? { ahead: String(ahead) } : {};
}

/** Reads that part back. @throws LearnerError "snapshot-damaged" unless it is there exactly where it belongs */
export function aheadIn({ picks }: LearnerSpec, { ahead }: { readonly ahead?: string }): number {
  if ((picks?.rule === "average") !== (ahead !== undefined)) throw damaged("its picks so far");
  return ahead === undefined ? 0 : parseNumber(ahead);
}

/**
 * Reads arrays back.
 *
 * @throws LearnerError "snapshot-damaged" unless there are `count` arrays of `size` finite numbers
 */
export function totalsIn(bytes: Uint8Array, size: number, count: number): Float64Array[] {
  if (bytes.length !== 8 * size * count) throw damaged(`${bytes.length} bytes for ${count} times ${size}`);
  return Array.from({ length: count }, (_, part) => {
    const values = readDoubles(bytes, 8 * part * size, size);
    const wrong = firstNotFinite(values);
    if (wrong < 0) return values;
    throw damaged(`total ${wrong} is not finite`);
  });
}

/** Writes arrays of doubles one after the other, little-endian. Cost: 8 bytes a number. */
export function bytesOfTotals(arrays: readonly Float64Array[]): Uint8Array {
  const count = arrays.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(8 * count);
  arrays.reduce((start, values) => writeDoubles(bytes, start, values), 0);
  return bytes;
}

/** Creates the error for a serialised state that no state of the study has. */
export function damaged(what: string): LearnerError {
  return new LearnerError("snapshot-damaged", `the snapshot is damaged: ${what}`);
}
