import * as t from "#messages/setupSettings.ts";
import { formatExact } from "#server/format.ts";
import { alignDecimals, printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";

/**
 * Describes an example pair just beyond the smallest judged difference, since only more than alpha is judged.
 *
 * @param alphaPoints a decimal in [0, 100)
 */
export function judgedExample(alphaPoints: string): string {
  const points = alphaPoints.trim();
  const [alpha = 0n, one = 1n] = alignDecimals([points, "1"]);
  // Aligned with 1, alpha keeps its own scale.
  const { scale } = readDecimal(points);
  const low = alpha * 2n + one * 26n <= one * 100n ? 25n * one : 0n;
  const step = alpha + one <= one * 100n - low ? one : one * 100n - low - alpha;
  const words = (value: bigint) => formatExact(printDecimal({ digits: value, scale }));
  const gap = alpha + step;
  return t.judged({ high: words(low + gap), low: words(low), gap: words(gap), limit: words(alpha) });
}
