import { endsBefore } from "#server/learner/config/check-horizon.ts";
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

export type StateHead = SumsHead | GuardedHead;

/** Which rounds are open, as {@link Openings}. */
type OpeningsHead<Round extends HeadRound = HeadRound> = {
  readonly t: number;
  /** Absent while no round is open. */
  readonly open?: readonly Round[];
};

type HeadRound = {
  readonly t: number;
  /** As in {@link SumsHead}. */
  readonly ahead?: string;
};

/** The head for FTPL, and for Exp2 except in mode `guarded`: the totals are sums of charges. */
export type SumsHead = OpeningsHead & {
  readonly learner: "exp2" | "ftpl";
  /** Rules of Exp2, cells of FTPL's history. */
  readonly size: number;
  /** Expected picks of the closed rounds minus those asked for. Only where picks are a number on average. */
  readonly ahead?: string;
};

/**
 * The head for mode `guarded`: the totals are L, G and A. While the newest opening can be undone, those of before it
 * follow.
 */
export type GuardedHead = OpeningsHead<GuardedHeadRound> &
  GuardedNumbers & {
    readonly learner: "guarded";
    readonly size: number;
    /** Closed rounds that tau does not contain yet, because an older one is open. Absent if there are none. */
    readonly later?: readonly { readonly t: number; readonly reported: boolean }[];
    /** The numbers before the newest opening; null if nothing can undo it any more. */
    readonly before: GuardedNumbers | null;
  };

type GuardedHeadRound = HeadRound & {
  /** Whether the round has a pair that can be judged. */
  readonly hasPairs: boolean;
};

export type GuardedNumbers = {
  readonly mixability: string;
  readonly tau: string;
  readonly spent: string;
  /** null before the first opening. */
  readonly eta: string | null;
  readonly reported: boolean;
  readonly lin: string;
  /** n and n0. */
  readonly labels: number;
  readonly noLabels: number;
  /** As in {@link SumsHead}. */
  readonly ahead?: string;
  /** In the order of the list. Signs follow from the features. */
  readonly verdicts: readonly HeadVerdict[];
};

export type HeadVerdict = {
  readonly high: string;
  readonly low: string;
  readonly round: number;
  readonly count: number;
  readonly bound: string;
  readonly charge: string;
  /** The last opening that enforces it. Present where verdicts expire. */
  readonly until?: number;
};

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
