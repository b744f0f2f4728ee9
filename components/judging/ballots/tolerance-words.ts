/** Lists tolerances without names, the smallest first: "up to 10, 20 and 40 points acceptable". */
export function toleranceInWords(tolerances: readonly number[]): string {
  const last = tolerances.at(-1) ?? 0;
  const before = tolerances.slice(0, -1).join(", ");
  const points = before === "" ? String(last) : `${before} and ${last}`;
  return `up to ${points} ${points === "1" ? "point" : "points"} acceptable`;
}
