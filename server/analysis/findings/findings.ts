import { addCoincidences, nominalAlpha } from "./agreement.ts";
import { alphaInterval, meanInterval } from "./bootstrap.ts";
import { neededGroups } from "./needed-groups.ts";
import type { PairKind } from "./played-round.ts";
import type { Comparisons, RoundTally, Tally } from "./tally.ts";
import { type Interval, wilson } from "./wilson.ts";

/** A count out of a total, with an interval for the true share; no interval if the total is 0. */
export type Share = { readonly count: number; readonly total: number; readonly interval: Interval | null };

/** Concludes what the panel's verdicts show. @returns null before the first round was closed */
export function concludeFindings(tally: Tally) {
  const { rounds, seats, disputedCount, disputed } = tally;
  if (rounds.length === 0) return null;
  const reports = rounds.filter(({ kinds }) => kinds.reported > 0).length;
  return {
    reports: {
      reports,
      rounds: rounds.length,
      /** Reported pairs that a later panel annulled. All figures still count them as reported. */
      annulledPairs: sumOf(rounds, ({ annulledCount }) => annulledCount),
      ...wilson(reports, rounds.length),
    },
    /** Rounds in which no pair could be judged. */
    quietRounds: rounds.filter(({ pairCount }) => pairCount === 0).length,
    pairs: countPairs(rounds),
    beside: sumOutsideDocket(rounds),
    /** Reported and accepted pairs that cannot be compared in any field, because a person was erased. */
    erased: sumOf(rounds, ({ erased }) => erased),
    fields: compareFields(tally),
    agreement: agreementOf(rounds),
    seats,
    /** How each seat judges, according to its verdicts; never which seat is right. */
    reliability: seats.map(({ id, unfair, acceptable, unsure }) => ({
      id,
      /** Pairs that it flagged, of those that it looked at. */
      flagged: shareOf(unfair, unfair + acceptable + unsure),
    })),
    /**
     * Second answers that repeat the first one, over all seats: they show how far auditors agree with themselves. null
     * where fewer than two seats answered twice, because it would then reveal one seat's answers.
     */
    twice: tally.twice.seats.length < 2 ? null : shareOf(tally.twice.same, tally.twice.asked),
    needed: neededGroups(rounds),
    disputedCount,
    disputed,
  };
}

export type Findings = NonNullable<ReturnType<typeof concludeFindings>>;
export type FieldFinding = Findings["fields"][number];
export type BesideDocket = NonNullable<Findings["beside"]>;
export type SeatReliability = Findings["reliability"][number];

function countPairs(rounds: readonly RoundTally[]) {
  const of = (kind: PairKind) => sumOf(rounds, ({ kinds }) => kinds[kind]);
  const seen = {
    reported: of("reported"),
    flagged: of("flagged"),
    accepted: of("accepted"),
    unsure: of("unsure"),
  };
  const all = sumOf(rounds, ({ pairCount }) => pairCount);
  const unseen = all - seen.reported - seen.flagged - seen.accepted - seen.unsure;
  return { ...seen, unseen, all };
}

/** Sums up pairs outside the docket, over the rounds in which there were any; null if there are none. */
function sumOutsideDocket(rounds: readonly RoundTally[]) {
  const own = rounds.flatMap(({ beside }) => beside ?? []);
  if (own.length === 0) return null;
  const missed = own.map((each) => each.missed);
  return {
    rounds: own.length,
    /** Estimated missed pairs per round, and the interval of that estimate over the rounds played. */
    missed: sumOf(missed, (each) => each) / own.length,
    interval: meanInterval(missed),
    /** Pairs outside the docket that were reported nevertheless. */
    reported: sumOf(own, (each) => each.reported),
  };
}

/**
 * Compares reported and accepted pairs in each field: how many have an equal or larger value (for words: an equal one),
 * of the pairs that have both values. The fields that separate them most come first.
 */
function compareFields({ fields }: Tally) {
  return fields
    .map(({ reported, accepted }, field) => ({
      field,
      reported: atLeastAsMuch(reported),
      accepted: atLeastAsMuch(accepted),
    }))
    .sort((a, b) => separation(b) - separation(a) || a.field - b.field);
}

function atLeastAsMuch(of: Comparisons) {
  const count = of.more + of.equal;
  return { ...shareOf(count, count + of.less + of.other), of };
}

/** Returns how far apart the two shares are; a field in which one of them is missing comes last. */
function separation({ reported, accepted }: Record<"reported" | "accepted", Share>): number {
  if (reported.total === 0 || accepted.total === 0) return -1;
  return Math.abs(reported.count / reported.total - accepted.count / accepted.total);
}

function shareOf(count: number, total: number): Share {
  return { count, total, interval: total === 0 ? null : wilson(count, total) };
}

function agreementOf(rounds: readonly RoundTally[]) {
  const parts = rounds.map(({ coincidences }) => coincidences);
  return {
    /** null where it is undefined: one answer only, or no pair with two. */
    alpha: nominalAlpha(addCoincidences(parts)),
    interval: alphaInterval(parts),
    /** Rounds with a pair that at least two seats looked at. */
    rounds: parts.filter(({ counts }) => Object.keys(counts).length > 0).length,
  };
}

function sumOf<Each>(list: readonly Each[], value: (each: Each) => number): number {
  return list.reduce((total, each) => total + value(each), 0);
}
