import { LearnerError } from "#server/learner/numeric/errors.ts";
import { log, sum } from "#server/learner/numeric/math.ts";
import { studentQuantile } from "#server/learner/numeric/student.ts";

/** An exponent b of y ≈ a T^b with its interval. */
export type Exponent = {
  readonly value: number;
  /** Half the width of the 95 % interval; undefined with one seed. */
  readonly margin: number | undefined;
  /** The number of fitted seeds: those whose values were all above 0. */
  readonly seeds: number;
};

/**
 * Fits how a value grows with T: the slope of ln y over ln T within each seed, then their mean with Student's interval.
 * Seeds are the independent runs; points of one seed share people and draws, so they must not count as more.
 *
 *   b_s = Σ (ln T - mean)(ln y - mean)/Σ (ln T - mean)²,   b = mean b_s ± t_{n-1} s/√n
 *
 * @param series one a seed: [T, y], at least two different T, T >= 1
 * @returns undefined if no seed can be fitted: the logarithm of a value <= 0 is undefined, so a seed with such a value
 *   is left out
 * @throws LearnerError "shape" on a series with fewer than two different T
 */
export function fitExponent(series: readonly Series[]): Exponent | undefined {
  return meanExponent(series.map(slope));
}

/**
 * Fits y ≈ b + a T^c for a value whose growth has a constant of lower order (docs/theory.md, section 13): on T in
 * geometric progression, T_{i+1} = q T_i, the increments y(q T) - y(T) = a (q^c - 1) T^c do not contain b, and their
 * slope is c.
 *
 * @param series one a seed, as for fitExponent
 * @returns undefined if no seed can be fitted: it takes three T or more in geometric progression (to 1 in 10^9) and a
 *   value that rises from each to the next
 * @throws LearnerError as fitExponent
 */
export function fitExponentBesideConstant(series: readonly Series[]): Exponent | undefined {
  return meanExponent(
    series.map((points) => {
      const sorted = points.toSorted(([a], [b]) => a - b);
      const steps = sorted.slice(1).map(([rounds, value], i) => {
        const [before, valueBefore] = sorted[i] ?? [Number.NaN, Number.NaN];
        return { ratio: rounds / before, increment: [before, value - valueBefore] as const };
      });
      const ratio = steps[0]?.ratio ?? Number.NaN;
      const isGeometric = steps.every((step) => Math.abs(step.ratio / ratio - 1) < 1e-9);
      return steps.length >= 2 && isGeometric ? slope(steps.map(({ increment }) => increment)) : undefined;
    }),
  );
}

/** The values of one seed's runs, by T. */
type Series = readonly (readonly [rounds: number, value: number])[];

function meanExponent(found: readonly (number | undefined)[]): Exponent | undefined {
  const slopes = found.filter((each) => each !== undefined);
  const n = slopes.length;
  if (n === 0) return undefined;
  const value = sum(slopes) / n;
  if (n === 1) return { value, margin: undefined, seeds: 1 };
  const variance = sum(slopes.map((each) => (each - value) ** 2)) / (n - 1);
  return { value, margin: studentQuantile(n - 1) * Math.sqrt(variance / n), seeds: n };
}

/** @returns undefined if a value is not above 0 */
function slope(points: Series): number | undefined {
  if (new Set(points.map(([rounds]) => rounds)).size < 2) {
    throw new LearnerError("shape", "an exponent needs two different T");
  }
  if (!points.every(([, value]) => value > 0)) return undefined;
  const x = points.map(([rounds]) => log(rounds));
  const y = points.map(([, value]) => log(value));
  const meanX = sum(x) / x.length;
  const meanY = sum(y) / y.length;
  // Stryker disable next-line ArithmeticOperator: differences from the mean sum to zero, so a shift of x changes nothing
  const shared = sum(x.map((each, i) => (each - meanX) * ((y[i] ?? Number.NaN) - meanY)));
  return shared / sum(x.map((each) => (each - meanX) ** 2));
}
