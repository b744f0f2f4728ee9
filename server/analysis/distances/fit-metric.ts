import type { DistanceInterval } from "./intervals.ts";

/** One pair to fit: what is known of its distance, and how far apart its people are in each field. */
export type FitPair = {
  readonly known: DistanceInterval;
  /** In [0, 1]: [n] */
  readonly differences: readonly number[];
};

/** A metric, and how blurred the answers are that it was fitted to. */
export type FittedMetric = {
  /** w: [n] */
  readonly weights: readonly number[];
  /** The scale of the logistic curve, one of {@link possibleBlurs}. */
  readonly blur: number;
};

/** Scales from which the likeliest is taken, as in a rehearsal; from the widest, where a fit is easiest. */
const possibleBlurs = [0.2, 0.1, 0.05, 0.02, 0.01] as const;
/** A weak pull towards 0, so that a field in which no pair differs has no weight, and no weight is infinite. */
const ridge = 0.01;
const mostSteps = 50;
const mostSweeps = 50;
/** Below this the curvature of a pair changes no shown digit. */
const leastCurvature = 1e-9;
/** Weights are shown to a tenth of a point. */
const closeEnough = 1e-6;

/**
 * Fits the weights of a metric that grows with the difference in each field.
 *
 *   d_w(x, x') = sum over the fields of w_f d_f(x, x'),  w_f >= 0;
 *   w and b maximise  sum over the pairs of  ln [s((to - d_w)/b) - s((from - d_w)/b)]  -  ridge/2 sum w_f²,
 *   s(z) = 1/(1 + e^-z), 0 in place of the second term if from = 0, 1 in place of the first if to = 1
 *
 * It is the likelihood of an interval that holds d_w plus logistic noise of scale b. Since s(v) - s(u) =
 * s(v) s(-u) (1 - e^(u-v)), each end is one logistic term, so for one b there is one maximum. Newton's method with a
 * quadratic programme a step finds it, the same on each run; the next b begins where the last one ended.
 *
 * @param fieldCount n
 * Cost: for each of 5 scales at most 50 steps of O(N n²) for N pairs; usually about 10, and less where most pairs are
 * far from the ends.
 * Source: interval-censored regression (Burridge, A note on maximum likelihood estimation for regression models using
 * grouped data, 1981); steps as in glmnet (Friedman, Hastie & Tibshirani 2010).
 */
export function fitMetric(pairs: readonly FitPair[], fieldCount: number): FittedMetric {
  let weights: readonly number[] = new Array<number>(fieldCount).fill(0);
  let best = { weights, blur: possibleBlurs[0] as number, loss: Infinity };
  for (const blur of possibleBlurs) {
    weights = refitMetric(pairs, { weights, blur });
    const loss = lossOf(pairs, weights, blur) - widthsAt(pairs, blur);
    if (loss < best.loss) best = { weights, blur, loss };
  }
  return { weights: best.weights, blur: best.blur };
}

/** Returns the weights that are likeliest for other pairs at the same scale; the metric only says where to begin. */
export function refitMetric(pairs: readonly FitPair[], { weights: start, blur }: FittedMetric): number[] {
  let weights = [...start];
  let loss = lossOf(pairs, weights, blur);
  for (let step = 0; step < mostSteps; step += 1) {
    const change = newtonStep(pairs, weights, blur);
    const length = change.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
    let scale = 1;
    let next = moved(weights, change, scale);
    let nextLoss = lossOf(pairs, next, blur);
    // A long step may overshoot where all answers point one way.
    while (nextLoss > loss && scale * length > closeEnough) {
      scale /= 2;
      next = moved(weights, change, scale);
      nextLoss = lossOf(pairs, next, blur);
    }
    if (nextLoss <= loss) [weights, loss] = [next, nextLoss];
    if (scale * length <= closeEnough) break;
  }
  return weights;
}

/** Returns d_w of a pair. */
export function metricDistance(weights: readonly number[], differences: readonly number[]): number {
  return weights.reduce((sum, weight, field) => sum + weight * (differences[field] as number), 0);
}

function moved(weights: readonly number[], change: readonly number[], scale: number): number[] {
  return weights.map((weight, field) => Math.max(0, weight + scale * (change[field] as number)));
}

/** Returns the negated likelihood of both ends, with the pull. */
function lossOf(pairs: readonly FitPair[], weights: readonly number[], blur: number): number {
  const penalty = (ridge / 2) * weights.reduce((sum, weight) => sum + weight ** 2, 0);
  return pairs.reduce((sum, { known, differences }) => {
    const distance = metricDistance(weights, differences);
    const above = known.to < 1 ? softplus((distance - known.to) / blur) : 0;
    const below = known.from > 0 ? softplus((known.from - distance) / blur) : 0;
    return sum + above + below;
  }, penalty);
}

/** Returns the part of the likelihood that depends on the widths alone: ln(1 - e^((from - to)/b)) for two ends. */
function widthsAt(pairs: readonly FitPair[], blur: number): number {
  return pairs.reduce((sum, { known: { from, to } }) => {
    return from > 0 && to < 1 ? sum + Math.log1p(-Math.exp((from - to) / blur)) : sum;
  }, 0);
}

/** Returns the change that minimises the quadratic approximation of the loss with no weight below 0. */
function newtonStep(pairs: readonly FitPair[], weights: readonly number[], blur: number): number[] {
  const { gradient, hessian } = derivativesOf(pairs, weights, blur);
  const change = weights.map(() => 0);
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    let most = 0;
    for (const [field, row] of hessian.entries()) {
      const slope = row.reduce(
        (sum, each, other) => sum + each * (change[other] as number),
        gradient[field] as number,
      );
      const before = change[field] as number;
      const after = Math.max(-(weights[field] as number), before - slope / (row[field] as number));
      change[field] = after;
      most = Math.max(most, Math.abs(after - before));
    }
    if (most < closeEnough / 10) break;
  }
  return change;
}

function derivativesOf(pairs: readonly FitPair[], weights: readonly number[], blur: number) {
  const gradient = weights.map((weight) => ridge * weight);
  const hessian = weights.map((_, field) => weights.map((__, other) => (field === other ? ridge : 0)));
  for (const { known, differences } of pairs) {
    const distance = metricDistance(weights, differences);
    const above = known.to < 1 ? logistic((distance - known.to) / blur) : 0;
    const below = known.from > 0 ? logistic((known.from - distance) / blur) : 0;
    const first = (above - below) / blur;
    const second = above * (1 - above) + below * (1 - below);
    for (let field = 0; field < differences.length; field += 1) {
      const difference = differences[field] as number;
      if (difference === 0) continue;
      gradient[field] = (gradient[field] as number) + first * difference;
      if (second < leastCurvature) continue;
      const row = hessian[field] as number[];
      const factor = (second / blur ** 2) * difference;
      for (let other = 0; other < differences.length; other += 1)
        row[other] = (row[other] as number) + factor * (differences[other] as number);
    }
  }
  return { gradient, hessian };
}

/** Returns ln(1 + e^z), also for a large z. */
function softplus(z: number): number {
  return Math.max(0, z) + Math.log1p(Math.exp(-Math.abs(z)));
}

function logistic(z: number): number {
  return 1 / (1 + Math.exp(-z));
}
