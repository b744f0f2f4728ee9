/** Formats a share as a percentage, such as "31.2%"; values below a tenth of a percent are named as such. */
export function percent(share: number): string {
  if (share > 0 && share < 0.0005) return "below 0.1%";
  return `${(100 * share).toFixed(1)}%`;
}

/** Formats a share as a number out of a hundred people, such as "24.5". */
export function inHundred(share: number): string {
  return (100 * share).toFixed(1);
}

/** Formats a change in points, "+2.1" or "−2.1", with a true minus sign; "0" if it rounds to nothing. */
export function changeInPoints(change: number): string {
  const points = (100 * Math.abs(change)).toFixed(1);
  if (Number(points) === 0) return "0";
  return `${change > 0 ? "+" : "−"}${points}`;
}

/** Formats a share in points, such as "22" or "22.5". */
export function inPoints(share: number): string {
  const points = Number((100 * share).toFixed(1)) + 0;
  return `${points < 0 ? "−" : ""}${Math.abs(points)}`;
}

/** Formats a count with thousands separators, such as "1,284". */
export function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}

/** Formats a value with three significant digits: 43,700 · 12.3 · 0.0457. */
export function threeDigits(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en-GB", { maximumSignificantDigits: 3 });
}

/** Formats a count with its noun: "1 round", "2 rounds". */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? "" : "s"}`;
}
