import { deciderOf, type RoundDecision } from "#server/audit-log/decision-rule.ts";
import type { DocketPair } from "#server/audit-log/docket-ways.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import type { Verdict, VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { compareDecimals } from "#server/learner/numeric/decimal.ts";

/** A closed round as the findings count it. */
export type FindingsRound = RoundDecision & {
  readonly number: number;
  /** Number of pairs that could be judged. */
  readonly pairCount: number;
  /** The pairs that all auditors looked at first; null: all of them. */
  readonly docket: readonly DocketPair[] | null;
  /** The shown fields of each person, by position; null if the person was erased. */
  readonly people: readonly (Features | null)[];
  /** The reported pairs that a later panel annulled. */
  readonly annulled: readonly (readonly [high: number, low: number])[];
  /** By place; no verdicts where the seat did not seal. */
  readonly seats: readonly PlayedSeat[];
};

export type PlayedSeat = {
  readonly id: string;
  readonly verdicts: readonly Verdict[] | null;
  /** Second answers on some of the same pairs; absent where there are none. */
  readonly again?: readonly Verdict[];
};

/** A pair that at least one seat answered. */
export type AnsweredPair = {
  readonly high: number;
  readonly low: number;
  /** By place; null where the pair was not looked at. */
  readonly answers: readonly (VerdictWord | null)[];
  /** By place, in points; null where none was stated. */
  readonly tolerances: readonly (number | null)[];
  readonly flagCount: number;
};

type Answered = AnsweredPair & { answers: (VerdictWord | null)[]; tolerances: (number | null)[] };

/** Returns the answered pairs of a round, by high, then low. */
export function answeredPairs({ seats }: Pick<FindingsRound, "seats">): AnsweredPair[] {
  const nothing = () => seats.map(() => null);
  const pairs = new Map<number, Omit<Answered, "flagCount">>();
  for (const [place, { verdicts }] of seats.entries()) {
    for (const [high, low, word, tolerance] of verdicts ?? []) {
      const key = pairKey(high, low);
      const pair = pairs.get(key) ?? { high, low, answers: nothing(), tolerances: nothing() };
      pair.answers[place] = word;
      pair.tolerances[place] = tolerance ?? null;
      pairs.set(key, pair);
    }
  }
  return [...pairs.values()]
    .map((pair) => ({ ...pair, flagCount: pair.answers.filter((word) => word === "unfair").length }))
    .sort((a, b) => a.high - b.high || a.low - b.low);
}

/** The result of a pair: `accepted` has no flag and at least one "acceptable". */
export type PairKind = "reported" | "flagged" | "accepted" | "unsure";

/** @param isReported whether the panel's rule reports the pair: see {@link reporterOf} */
export function kindOf({ flagCount, answers }: AnsweredPair, isReported: boolean): PairKind {
  if (isReported) return "reported";
  if (flagCount > 0) return "flagged";
  return answers.includes("acceptable") ? "accepted" : "unsure";
}

/** Returns the function that tells whether a round's panel reports a pair. */
export function reporterOf(round: RoundDecision & Pick<FindingsRound, "seats">) {
  const decides = deciderOf(round, round.seats.length);
  return ({ answers }: Pick<AnsweredPair, "answers">): boolean =>
    decides(new Set([...answers.keys()].filter((place) => answers[place] === "unfair")));
}

/** Checks whether the panel disagreed: one seat answered "unfair", and another "acceptable". */
export function isDisputed({ answers }: Pick<AnsweredPair, "answers">): boolean {
  return answers.includes("unfair") && answers.includes("acceptable");
}

/** How the person with the lower chance compares with the other person in a field. */
export type PairComparison = "more" | "equal" | "less" | "other" | "blank";

/** @param isNumber whether the cells are decimals; otherwise they are only compared for equality */
export function compareCells(high: string | null, low: string | null, isNumber: boolean): PairComparison {
  if (high === null || low === null) return "blank";
  if (!isNumber) return high === low ? "equal" : "other";
  return ({ "-1": "less", "0": "equal", "1": "more" } as const)[compareDecimals(low, high)];
}
