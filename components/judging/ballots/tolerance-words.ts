import * as t from "#messages/common.ts";
import { formatList, formatNumber } from "#server/format.ts";

/** Lists tolerances without names, the smallest first: "up to 10, 20 and 40 points acceptable". */
export function toleranceInWords(tolerances: readonly number[]): string {
  const points = formatList(tolerances.map(formatNumber));
  return t.tolerance({ points, count: tolerances.length === 1 ? (tolerances[0] ?? 0) : 2 });
}
