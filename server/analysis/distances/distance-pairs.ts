import { answeredPairs, type FindingsRound } from "#server/analysis/findings/played-round.ts";
import { deciderOf } from "#server/audit-log/decision-rule.ts";
import { pairKey } from "#server/audit-log/pairs.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { type DistanceInterval, panelInterval, statedInterval, unknownDistance } from "./intervals.ts";

/** A closed round as distances are read from it. */
export type DistanceRound = Pick<
  FindingsRound,
  "number" | "neededFlags" | "rule" | "annulled" | "people" | "seats"
> & {
  /** Published chances by position: [k] */
  readonly chances: readonly number[];
};

/** A pair of a closed round whose panel said something about its distance. */
export type DistancePair = {
  readonly round: number;
  readonly high: number;
  readonly low: number;
  /** The chances' difference less alpha: the distance at which the panel changes its answer. */
  readonly limit: number;
  /** What is known of the panel's distance. */
  readonly known: DistanceInterval;
  /** The panel's answer; null where the pair was not judged, or too few seats answered to know it. */
  readonly isUnfair: boolean | null;
  /** The shown cells of both people. */
  readonly cells: readonly [high: Features, low: Features];
};

/**
 * Returns the pairs of a round about whose distance the panel said something, by high, then low. Pairs with an erased
 * person, and reports that a later panel annulled, are left out.
 *
 * A seat that did not look at a pair counts as not flagging when the panel decides. Here it said nothing: only a pair
 * that enough seats called acceptable counts as acceptable to the panel.
 *
 * @param alpha the difference that is always accepted
 */
export function distancePairs(round: DistanceRound, alpha: number): DistancePair[] {
  const { number, people, chances, seats } = round;
  const decides = deciderOf(round, seats.length);
  const annulled = new Set(round.annulled.map((pair) => pairKey(...pair)));
  return answeredPairs(round).flatMap(({ high, low, answers, tolerances }): DistancePair[] => {
    const [first, second] = [people[high], people[low]];
    if (!first || !second || annulled.has(pairKey(high, low))) return [];
    const gap = (chances[high] as number) - (chances[low] as number);
    const known = panelInterval(
      answers.map((word, place) => {
        if (word === null) return unknownDistance;
        const tolerance = tolerances[place] ?? undefined;
        const verdict: Verdict = tolerance === undefined ? [high, low, word] : [high, low, word, tolerance];
        return statedInterval(gap, alpha, verdict);
      }),
      decides,
    );
    if (known.from === 0 && known.to === 1) return [];
    const limit = gap - alpha;
    return [
      { round: number, high, low, limit, known, isUnfair: answerAt(limit, known), cells: [first, second] },
    ];
  });
}

function answerAt(limit: number, { from, to }: DistanceInterval): boolean | null {
  if (limit <= 0) return null;
  if (to <= limit) return true;
  return from >= limit ? false : null;
}
