import * as t from "#messages/setupSettings.ts";
import { formatExact } from "#server/format.ts";
import { alignDecimals, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";

/**
 * Returns two example pairs around the smallest judged difference: one just beyond it and one exactly at it, since
 * only more than alpha is judged.
 *
 * @param alphaPoints a decimal in [0, 100)
 */
export function alphaExample(alphaPoints: string): { judged: string; notJudged: string } {
  const [alpha = 0n, one = 1n] = alignDecimals([alphaPoints.trim(), "1"]);
  const { scale } = scaleOf(alphaPoints);
  const low = alpha * 2n + one * 26n <= one * 100n ? 25n * one : 0n;
  const step = alpha + one <= one * 100n - low ? one : one * 100n - low - alpha;
  const words = (value: bigint) => formatExact(printDecimal({ digits: value, scale }));
  const high = low + alpha + step;
  return {
    judged: t.judged({ high: words(high), low: words(low), gap: words(alpha + step), limit: words(alpha) }),
    notJudged: t.notJudged({ high: words(low + alpha), low: words(low), limit: words(alpha) }),
  };
}

/** Returns the scale to which alignDecimals brings alpha and 1. */
function scaleOf(alphaPoints: string): { scale: number } {
  return { scale: readDecimal(alphaPoints.trim()).scale };
}
