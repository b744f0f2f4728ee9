import { addCoincidences, nominalAlpha } from "./agreement.ts";
import { alphaInterval, meanInterval } from "./bootstrap.ts";
import { type NeededFlags, neededGroups } from "./needed-groups.ts";
import type { PairKind } from "./played-round.ts";
import type { Comparisons, DisputedPair, RoundTally, SeatTally, Tally } from "./tally.ts";
import { type Interval, wilson } from "./wilson.ts";

/** A count out of a total, with an interval for the true share; no interval if the total is 0. */
export type Share = { readonly count: number; readonly total: number; readonly interval: Interval | null };

/**
 * How reported and accepted pairs compare in a field: how many have an equal or larger value (for words: an equal one),
 * of the pairs that have both values.
 */
export type FieldFinding = {
  /** In the order of the shown fields. */
  readonly field: number;
  readonly reported: Share & { readonly of: Comparisons };
  readonly accepted: Share & { readonly of: Comparisons };
};

export type Agreement = {
  /** null where it is undefined: one answer only, or no pair with two. */
  readonly alpha: number | null;
  readonly interval: Interval | null;
  /** Computed from the pairs that at least two seats looked at; `rounds` counts the rounds with such a pair. */
  readonly rounds: number;
};

export type BesideDocket = {
  readonly rounds: number;
  /** Estimated missed pairs per round, and the interval of that estimate over the rounds played. */
  readonly missed: number;
  readonly interval: Interval | null;
  /** Pairs outside the docket that were reported nevertheless. */
  readonly reported: number;
};

/** How one seat judges, according to its verdicts; never which seat is right. */
export type SeatReliability = {
  readonly id: string;
  /** Pairs that it flagged, of those that it looked at. */
  readonly flagged: Share;
};

export type Findings = {
  readonly reports: {
    readonly reports: number;
    readonly rounds: number;
    /** Reported pairs that a later panel annulled. All figures still count them as reported. */
    readonly annulledPairs: number;
  } & Interval;
  /** Rounds in which no pair could be judged. */
  readonly quietRounds: number;
  readonly pairs: Readonly<Record<PairKind | "unseen" | "all", number>>;
  /** Pairs outside the docket, over the rounds in which there were any; null if there are none. */
  readonly beside: BesideDocket | null;
  /** Reported and accepted pairs that cannot be compared in any field, because a person was erased. */
  readonly erased: number;
  /** The fields that separate reported and accepted pairs most come first. */
  readonly fields: readonly FieldFinding[];
  readonly agreement: Agreement;
  readonly seats: readonly SeatTally[];
  /** In the order of the seats. */
  readonly reliability: readonly SeatReliability[];
  /**
   * Second answers that repeat the first one, over all seats: they show how far auditors agree with themselves. null
   * where fewer than two seats answered twice, because it would then reveal one seat's answers.
   */
  readonly twice: Share | null;
  readonly needed: readonly NeededFlags[];
  readonly disputedCount: number;
  readonly disputed: readonly DisputedPair[];
};

/** @returns null before the first round was closed */
export function concludeFindings(tally: Tally): Findings | null {
  const { rounds, seats, disputedCount, disputed } = tally;
  if (rounds.length === 0) return null;
  const reports = rounds.filter(({ kinds }) => kinds.reported > 0).length;
  return {
    reports: {
      reports,
      rounds: rounds.length,
      annulledPairs: sumOf(rounds, ({ annulledCount }) => annulledCount),
      ...wilson(reports, rounds.length),
    },
    quietRounds: rounds.filter(({ pairCount }) => pairCount === 0).length,
    pairs: countPairs(rounds),
    beside: sumOutsideDocket(rounds),
    erased: sumOf(rounds, ({ erased }) => erased),
    fields: compareFields(tally),
    agreement: agreementOf(rounds),
    seats,
    reliability: seats.map(({ id, unfair, acceptable, unsure }) => ({
      id,
      flagged: shareOf(unfair, unfair + acceptable + unsure),
    })),
    twice: tally.twice.seats.length < 2 ? null : shareOf(tally.twice.same, tally.twice.asked),
    needed: neededGroups(rounds),
    disputedCount,
    disputed,
  };
}

function countPairs(rounds: readonly RoundTally[]): Findings["pairs"] {
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

function sumOutsideDocket(rounds: readonly RoundTally[]): BesideDocket | null {
  const own = rounds.flatMap(({ beside }) => beside ?? []);
  if (own.length === 0) return null;
  const missed = own.map((each) => each.missed);
  return {
    rounds: own.length,
    missed: sumOf(missed, (each) => each) / own.length,
    interval: meanInterval(missed),
    reported: sumOf(own, (each) => each.reported),
  };
}

function compareFields({ fields }: Tally): FieldFinding[] {
  return fields
    .map(({ reported, accepted }, field) => ({
      field,
      reported: atLeastAsMuch(reported),
      accepted: atLeastAsMuch(accepted),
    }))
    .sort((a, b) => separation(b) - separation(a) || a.field - b.field);
}

function atLeastAsMuch(of: Comparisons): FieldFinding["reported"] {
  const count = of.more + of.equal;
  return { ...shareOf(count, count + of.less + of.other), of };
}

/** Returns how far apart the two shares are; a field in which one of them is missing comes last. */
function separation({ reported, accepted }: FieldFinding): number {
  if (reported.total === 0 || accepted.total === 0) return -1;
  return Math.abs(reported.count / reported.total - accepted.count / accepted.total);
}

function shareOf(count: number, total: number): Share {
  return { count, total, interval: total === 0 ? null : wilson(count, total) };
}

function agreementOf(rounds: readonly RoundTally[]): Agreement {
  const parts = rounds.map(({ coincidences }) => coincidences);
  return {
    alpha: nominalAlpha(addCoincidences(parts)),
    interval: alphaInterval(parts),
    rounds: parts.filter(({ counts }) => Object.keys(counts).length > 0).length,
  };
}

function sumOf<Each>(list: readonly Each[], value: (each: Each) => number): number {
  return list.reduce((total, each) => total + value(each), 0);
}
