import type { RoundDecision } from "#server/audit-log/decision-rule.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import { type Coincidences, coincidencesIn } from "./agreement.ts";
import { missedPairs } from "./missed.ts";
import {
  type AnsweredPair,
  answeredPairs,
  compareCells,
  type FindingsRound,
  isDisputed,
  kindOf,
  type PairComparison,
  type PairKind,
  reporterOf,
} from "./played-round.ts";
import { addTwice, type Twice, twiceIn } from "./twice.ts";

/** One seat's answers about its pairs. */
export type SeatTally = {
  readonly id: string;
  readonly rounds: number;
  readonly asked: number;
  readonly unfair: number;
  readonly acceptable: number;
  readonly unsure: number;
};

export type Comparisons = Readonly<Record<PairComparison, number>>;

/** How reported and accepted pairs compare in one field. */
export type FieldTally = { readonly reported: Comparisons; readonly accepted: Comparisons };

export type RoundTally = RoundDecision & {
  readonly number: number;
  readonly seatCount: number;
  readonly pairCount: number;
  readonly kinds: Readonly<Record<PairKind, number>>;
  /** Reported pairs that a later panel annulled; `kinds` counts them as reported. */
  readonly annulledCount: number;
  /** How many pairs have 1, 2, ... m flags: [m] */
  readonly flags: readonly number[];
  readonly coincidences: Coincidences;
  /** Estimated pairs that the docket missed, and pairs reported outside it; null where all pairs were on the docket. */
  readonly beside: { readonly missed: number; readonly reported: number } | null;
  /** Reported and accepted pairs with an erased person: they cannot be compared in any field. */
  readonly erased: number;
};

/** A pair with both an "unfair" and an "acceptable", and which seat answered what. */
export type DisputedPair = Omit<AnsweredPair, "answers" | "tolerances"> & {
  readonly round: number;
  readonly seatCount: number;
  readonly neededFlags: number;
  readonly isReported: boolean;
  /** Whether a later panel annulled the report. */
  readonly isAnnulled: boolean;
  readonly answers: readonly {
    readonly seat: string;
    readonly word: AnsweredPair["answers"][number];
    /** Points of difference that the seat still calls acceptable; null where it stated none. */
    readonly tolerance: number | null;
  }[];
};

/** The tally of some rounds; tallies of different rounds can be merged. */
export type Tally = {
  readonly rounds: readonly RoundTally[];
  /** In the order of the shown fields. */
  readonly fields: readonly FieldTally[];
  readonly seats: readonly SeatTally[];
  /** Pairs that were shown and answered a second time. */
  readonly twice: Twice;
  readonly disputedCount: number;
  /** A few, the newest first. */
  readonly disputed: readonly DisputedPair[];
};

/** How many disputed pairs are kept with their answers; the table holds all of them. */
const keptDisputed = 5;
const none: Comparisons = { more: 0, equal: 0, less: 0, other: 0, blank: 0 };

/** @param isNumber whether each shown field is a number, in the order of the cells */
export function tallyRounds(rounds: readonly FindingsRound[], isNumber: readonly boolean[]): Tally {
  const played = rounds.map((round) => ({ round, pairs: answeredPairs(round) }));
  const disputed = played.flatMap(({ round, pairs }) => disputedIn(round, pairs));
  return {
    rounds: played.map(({ round, pairs }) => tallyRound(round, pairs)),
    fields: tallyFields(played, isNumber),
    seats: tallySeats(rounds),
    twice: twiceIn(rounds),
    disputedCount: disputed.length,
    disputed: newest(disputed),
  };
}

export function addTallies(tallies: readonly Tally[]): Tally {
  const disputed = tallies.flatMap((tally) => tally.disputed);
  return {
    rounds: tallies.flatMap((tally) => tally.rounds),
    fields: addUp(tallies.map((tally) => tally.fields)),
    seats: addSeats(tallies.flatMap((tally) => tally.seats)),
    twice: addTwice(tallies.map((tally) => tally.twice)),
    disputedCount: tallies.reduce((total, tally) => total + tally.disputedCount, 0),
    disputed: newest(disputed),
  };
}

function newest(pairs: readonly DisputedPair[]): DisputedPair[] {
  return pairs
    .toSorted((a, b) => b.round - a.round || a.high - b.high || a.low - b.low)
    .slice(0, keptDisputed);
}

function tallyRound(round: FindingsRound, pairs: readonly AnsweredPair[]): RoundTally {
  const { number, neededFlags, rule, pairCount, people, seats } = round;
  const isReported = reporterOf(round);
  const kinds = { reported: 0, flagged: 0, accepted: 0, unsure: 0 };
  const flags = seats.map(() => 0);
  for (const pair of pairs) {
    kinds[kindOf(pair, isReported(pair))] += 1;
    if (pair.flagCount > 0) flags[pair.flagCount - 1] = (flags[pair.flagCount - 1] ?? 0) + 1;
  }
  return {
    number,
    neededFlags,
    rule,
    seatCount: seats.length,
    pairCount,
    kinds,
    annulledCount: round.annulled.length,
    flags,
    beside: outsideDocket(round, pairs),
    coincidences: coincidencesIn(pairs.map(({ answers }) => answers.filter((word) => word !== null))),
    erased: comparedPairs(round, pairs).filter(({ high, low }) => !people[high] || !people[low]).length,
  };
}

function outsideDocket(round: FindingsRound, pairs: readonly AnsweredPair[]): RoundTally["beside"] {
  const { docket, pairCount } = round;
  if (docket === null || docket.length === pairCount) return null;
  const reported = pairs.filter(reporterOf(round));
  const listed = new Set(docket.map(([high, low]) => pairKey(high, low)));
  const outside = reported.filter(({ high, low }) => !listed.has(pairKey(high, low)));
  return { missed: missedPairs(round, reported), reported: outside.length };
}

/** Returns the reported and the accepted pairs of a round. */
function comparedPairs(round: FindingsRound, pairs: readonly AnsweredPair[]) {
  const isReported = reporterOf(round);
  return pairs.flatMap((pair) => {
    const kind = kindOf(pair, isReported(pair));
    return kind === "reported" || kind === "accepted" ? [{ ...pair, kind }] : [];
  });
}

function tallyFields(
  played: readonly { round: FindingsRound; pairs: readonly AnsweredPair[] }[],
  isNumber: readonly boolean[],
): FieldTally[] {
  const fields = isNumber.map(() => ({ reported: { ...none }, accepted: { ...none } }));
  for (const { round, pairs } of played) {
    for (const { high, low, kind } of comparedPairs(round, pairs)) {
      const [better, worse] = [round.people[high], round.people[low]];
      if (!better || !worse) continue;
      for (const [index, field] of fields.entries()) {
        const cells = [better[index] ?? null, worse[index] ?? null] as const;
        field[kind][compareCells(...cells, isNumber[index] === true)] += 1;
      }
    }
  }
  return fields;
}

function tallySeats(rounds: readonly FindingsRound[]): SeatTally[] {
  return addSeats(
    rounds.flatMap(({ seats, pairCount }) =>
      seats.map(({ id, verdicts }) => {
        const said = (word: string) => (verdicts ?? []).filter(([, , given]) => given === word).length;
        const counts = { unfair: said("unfair"), acceptable: said("acceptable"), unsure: said("unsure") };
        return { id, rounds: 1, asked: pairCount, ...counts };
      }),
    ),
  );
}

/** Merges seats in the order of their numbers: s2 before s10. */
function addSeats(seats: readonly SeatTally[]): SeatTally[] {
  const byId = Map.groupBy(seats, ({ id }) => id);
  return [...byId]
    .map(([id, own]) => ({ id, ...own.map(({ id: _, ...counts }) => counts).reduce(addCounts) }))
    .sort((a, b) => a.id.localeCompare(b.id, "en", { numeric: true }));
}

function addUp(parts: readonly (readonly FieldTally[])[]): FieldTally[] {
  return (parts[0] ?? []).map((_, index) => {
    const own = parts.map((fields) => fields[index] as FieldTally);
    const add = (kind: keyof FieldTally) => own.map((field) => field[kind]).reduce(addCounts);
    return { reported: add("reported"), accepted: add("accepted") };
  });
}

/** Adds counts key by key. */
function addCounts<Counts extends Readonly<Record<string, number>>>(a: Counts, b: Counts): Counts {
  const sums = Object.entries(a).map(([key, count]) => [key, count + (b[key] ?? 0)]);
  return Object.fromEntries(sums);
}

/** Returns the pairs of a round that the panel disagreed on. */
export function disputedIn(
  round: Pick<FindingsRound, "number" | "neededFlags" | "rule" | "annulled" | "seats">,
  pairs: readonly AnsweredPair[],
): DisputedPair[] {
  const { number, neededFlags, seats } = round;
  const isReported = reporterOf(round);
  const annulled = new Set(round.annulled.map((pair) => pairKey(...pair)));
  return pairs.filter(isDisputed).map(({ high, low, flagCount, answers, tolerances }) => ({
    round: number,
    seatCount: seats.length,
    neededFlags,
    high,
    low,
    flagCount,
    isReported: isReported({ answers }),
    isAnnulled: annulled.has(pairKey(high, low)),
    answers: seats.map(({ id: seat }, place) => ({
      seat,
      word: answers[place] ?? null,
      tolerance: tolerances[place] ?? null,
    })),
  }));
}
