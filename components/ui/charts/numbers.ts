/** "31.2%"; below a tenth of a percent it says so. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0005) return "below 0.1%";
  return `${(100 * share).toFixed(1)}%`;
}

/** "24.5": out of a hundred people. */
export function inHundred(share: number): string {
  return (100 * share).toFixed(1);
}

/** "+2.1" or "−2.1" points, with a true minus; "0" when it rounds to nothing. */
export function changeInPoints(change: number): string {
  const points = (100 * Math.abs(change)).toFixed(1);
  if (Number(points) === 0) return "0";
  return `${change > 0 ? "+" : "−"}${points}`;
}

/** "22" or "22.5" points, from a share. */
export function inPoints(share: number): string {
  const points = Number((100 * share).toFixed(1)) + 0;
  return `${points < 0 ? "−" : ""}${Math.abs(points)}`;
}

/** 1,284 */
export function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}

/** Three digits that count: 43,700 · 12.3 · 0.0457. */
export function threeDigits(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en-GB", { maximumSignificantDigits: 3 });
}

/** "1 round", "2 rounds". */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}
