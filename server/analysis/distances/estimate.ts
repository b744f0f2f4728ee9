import type { Interval } from "#server/analysis/findings/wilson.ts";
import { type FieldType, fieldDistances } from "#server/audit-log/gower.ts";
import { studentQuantile } from "#server/learner/numeric/student.ts";
import type { DistancePair } from "./distance-pairs.ts";
import { type FitPair, type FittedMetric, fitMetric, metricDistance, refitMetric } from "./fit-metric.ts";

/** What a metric needs: with less, its accuracy would be a matter of luck. */
export const neededAnswers = { pairs: 30, rounds: 10 } as const;
/** The most pairs that are used: those of the newest rounds. */
export const mostPairs = 1_000;
/** Pairs that are listed with their intervals: the newest ones. */
const listedPairs = 100;
const foldCount = 5;

type MeasuredPair = DistancePair & FitPair;

/**
 * Estimates a panel's distance from what it said: the intervals, a metric over the shown fields, and how well the metric
 * predicts answers of other rounds.
 *
 * Rounds are dealt to five parts in turn. Each part is predicted by a metric that was fitted to the other four, so that
 * no round is predicted from itself but for the scale of the noise, which all rounds choose; a person who is in several
 * rounds can still be in both. The metric says unfair
 * where d_w < gap - alpha. Its rival knows no person: all pairs have one distance, the best one for all answers in
 * hindsight, which includes always giving the more frequent answer.
 *
 * @param pairs at most {@link mostPairs}, in any order
 * @param types of the shown fields
 * Cost: ten fits at one scale (see {@link fitMetric}): for 1,000 pairs of 20 fields some 0.05 s, of
 * 195 fields some 3 s.
 */
export function estimateDistances(pairs: readonly DistancePair[], types: readonly FieldType[]) {
  const ordered = pairs.toSorted((a, b) => b.round - a.round || a.high - b.high || a.low - b.low);
  const fields = fieldDistances(
    ordered.flatMap(({ cells }) => cells),
    types,
  );
  const measured = ordered.map((pair, place): MeasuredPair => {
    const differences = fields.map(({ between }) => between(2 * place, 2 * place + 1));
    return { ...pair, differences };
  });
  const answered = measured.filter(({ isUnfair }) => isUnfair !== null);
  const rounds = new Set(answered.map(({ round }) => round)).size;
  const isEnough = answered.length >= neededAnswers.pairs && rounds >= neededAnswers.rounds;
  const fitted = isEnough ? fitMetric(measured, types.length) : null;
  return {
    /** The newest round first; their cells stay in the worker. */
    listed: measured.slice(0, listedPairs).map(({ cells, differences, ...pair }) => ({
      ...pair,
      /** The metric's distance; null without one. */
      distance: fitted && metricDistance(fitted.weights, differences),
    })),
    /** Pairs about whose distance the panel said something, and those whose answer by the panel is known. */
    pairCount: measured.length,
    answered: { pairs: answered.length, rounds },
    /** Null with fewer answers than {@link neededAnswers}. */
    metric: fitted && {
      /**
       * By shown field: the distance of two people at opposite ends of it, or with different texts; and the largest value
       * less the smallest, over the people of the pairs used, null for texts.
       */
      weights: fitted.weights
        .map((weight, field) => ({ field, weight, range: fields[field]?.range ?? null }))
        .sort((a, b) => b.weight - a.weight || a.field - b.field),
      /** How blurred the answers are: the scale of the logistic curve. */
      blur: fitted.blur,
      accuracy: accuracyOf(measured, fitted),
    },
  };
}

export type Distances = ReturnType<typeof estimateDistances>;
export type ListedPair = Distances["listed"][number];
export type FieldWeight = NonNullable<Distances["metric"]>["weights"][number];

/** Returns how well the metric predicts answers of rounds that it was not fitted to. */
function accuracyOf(pairs: readonly MeasuredPair[], fitted: FittedMetric) {
  const rounds = [...new Set(pairs.map(({ round }) => round))].sort((a, b) => a - b);
  const foldOf = new Map(rounds.map((round, index) => [round, index % foldCount]));
  const folds = Array.from({ length: foldCount }, (_, fold) =>
    refitMetric(
      pairs.filter(({ round }) => foldOf.get(round) !== fold),
      fitted,
    ),
  );
  const one = bestSingleDistance(pairs);
  const answers = pairs.flatMap(({ round, limit, isUnfair, differences }) => {
    if (isUnfair === null) return [];
    const weights = folds[foldOf.get(round) as number] as number[];
    const isRight = metricDistance(weights, differences) < limit === isUnfair;
    return [{ round, isUnfair, isRight, isRivalRight: one < limit === isUnfair }];
  });
  const countOf = (isUnfair: boolean) => {
    const own = answers.filter((answer) => answer.isUnfair === isUnfair);
    return { count: own.length, right: own.filter(({ isRight }) => isRight).length };
  };
  const gain = gainOf(answers);
  return {
    /** How often the panel said unfair, or acceptable, and the metric agreed. */
    ...{ unfair: countOf(true), acceptable: countOf(false) },
    /** Right answers if all pairs had one and the same distance, the best one for these answers. */
    baseline: answers.filter(({ isRivalRight }) => isRivalRight).length,
    /** How many more answers in 100 the metric gets right than that one distance: 95 %. */
    ...{ gain, isBetter: gain.low > 0 },
  };
}

/** Returns the one distance that gives most answers right if all pairs have it; the least one of several. */
function bestSingleDistance(pairs: readonly DistancePair[]): number {
  const answered = pairs.filter(({ isUnfair }) => isUnfair !== null).sort((a, b) => a.limit - b.limit);
  let right = answered.filter(({ isUnfair }) => isUnfair).length;
  let best = { distance: 0, right };
  for (const [index, { limit, isUnfair }] of answered.entries()) {
    right += isUnfair ? -1 : 1;
    const isLastOfLimit = answered[index + 1]?.limit !== limit;
    if (isLastOfLimit && right > best.right) best = { distance: limit, right };
  }
  return best.distance;
}

type Answer = { readonly round: number; readonly isRight: boolean; readonly isRivalRight: boolean };

/**
 * Returns the 95 % interval of the mean gain an answer. Answers of one round depend on each other, so the spread comes
 * from the rounds, with Student's t and one degree less than there are rounds.
 *
 *   g = sum G_t / sum n_t,   variance  T/(T-1) sum (G_t - g n_t)² / (sum n_t)²,   T rounds
 */
function gainOf(answers: readonly Answer[]): Interval {
  const rounds = [...Map.groupBy(answers, ({ round }) => round).values()].map((own) => ({
    count: own.length,
    gain: own.reduce((sum, { isRight, isRivalRight }) => sum + Number(isRight) - Number(isRivalRight), 0),
  }));
  const total = rounds.reduce((sum, { count }) => sum + count, 0);
  const mean = rounds.reduce((sum, { gain }) => sum + gain, 0) / total;
  const squares = rounds.reduce((sum, { count, gain }) => sum + (gain - mean * count) ** 2, 0);
  const reach =
    studentQuantile(rounds.length - 1) * (Math.sqrt((rounds.length / (rounds.length - 1)) * squares) / total);
  return { low: mean - reach, high: mean + reach };
}
