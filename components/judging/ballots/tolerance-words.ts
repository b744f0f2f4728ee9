import { formatList, formatNumber, plural } from "#server/format.ts";

/** Lists tolerances without names, the smallest first: "up to 10, 20 and 40 points acceptable". */
export function toleranceInWords(tolerances: readonly number[]): string {
  const points = tolerances.map(formatNumber);
  return `up to ${formatList(points)} ${plural(tolerances.length === 1 ? (tolerances[0] ?? 0) : 2, "point")} acceptable`;
}
