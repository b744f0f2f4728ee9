import { printDecimal, readDecimal } from "#server/learner/numeric/decimal.ts";

/** Returns "10" points, or 10 in 100, as the exact decimal "0.1". */
export function pointsToShare(points: string): string {
  const { digits, scale } = readDecimal(points.trim());
  return printDecimal({ digits, scale: scale + 2 });
}

/** Returns "0.1" as the exact number of points "10". */
export function shareToPoints(share: string): string {
  const { digits, scale } = readDecimal(share);
  return printDecimal({ digits: digits * 100n, scale });
}
