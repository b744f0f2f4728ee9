import type { BesideDocket, Findings, Share } from "#server/analysis/findings/findings.ts";
import type { Interval } from "#server/analysis/findings/wilson.ts";
import { formatCount, formatFixed, formatNumber, plural } from "#server/format.ts";

/** Formats a share as a whole number in 100. 0 and 100 only appear if they are exact. */
export function wholeInHundred(share: number): string {
  const rounded = Math.round(100 * share);
  if (rounded === 0 && share > 0) return "below 1";
  if (rounded === 100 && share < 1) return "above 99";
  return String(rounded);
}

/** Formats an interval, such as "9 to 31". Empty if nothing was counted. */
export function rangeInHundred(interval: Interval | null): string {
  if (interval === null) return "–";
  return `${wholeInHundred(interval.low)} to ${wholeInHundred(interval.high)}`;
}

/** Formats a count of a total, such as "15 of 446". */
export function countOfTotal(count: number, total: number): string {
  return `${formatNumber(count)} of ${formatNumber(total)}`;
}

/** Formats Krippendorff's alpha, such as "0.48", with a true minus sign. */
export function alphaFigure(alpha: number): string {
  return formatFixed(alpha, 2);
}

/** Returns the first sentence of the page. */
export function reportsInWords({ reports, rounds, low, high }: Findings["reports"]): string {
  const middle = wholeInHundred(reports / rounds);
  return `${countOfTotal(reports, rounds)} ${plural(rounds, "round")} ended with a report: ${middle} in 100, or between ${wholeInHundred(low)} and ${wholeInHundred(high)} as far as ${formatCount(rounds, "round")} can tell.`;
}

/** Describes which pairs are compared, and which are in neither group. */
export function comparedInWords({ pairs, erased }: Pick<Findings, "pairs" | "erased">): string {
  const rest = [
    pairs.flagged > 0 && `${formatCount(pairs.flagged, "pair")} had flags, but too few`,
    pairs.unsure > 0 && `${formatCount(pairs.unsure, "pair")} only a “not sure”`,
    pairs.unseen > 0 && `${formatCount(pairs.unseen, "pair")} nobody looked at`,
  ].filter((part) => part !== false);
  return [
    `${formatCount(pairs.reported, "pair")} ${plural(pairs.reported, "was", "were")} reported, ${formatNumber(pairs.accepted)} accepted: somebody found them acceptable and nobody unfair.`,
    rest.length > 0 && `In neither: ${rest.join("; ")}.`,
    erased > 0 &&
      `${formatCount(erased, "pair")} of both ${plural(erased, "is", "are")} left out here, since a person was erased and their fields are gone.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Describes what the randomly drawn part of the docket says about the pairs outside the docket. */
export function otherPairsInWords({ rounds, missed, interval, reported }: BesideDocket): string {
  const places = (value: number) => formatFixed(value, 1);
  const range =
    interval === null
      ? "too few rounds to say how sure that is"
      : `${places(interval.low)} to ${places(interval.high)} with 95 %`;
  const found =
    reported === 0
      ? "None of the pairs beside the docket was reported."
      : `${formatCount(reported, "pair")} beside the docket ${plural(reported, "was", "were")} reported all the same.`;
  return `In ${formatCount(rounds, "round")} not every pair was on the docket. Going by the pairs that came onto it at random, the panel would have reported about ${places(missed)} more a round, had it looked at all of them (${range}). ${found}`;
}

/** Describes how far auditors agree with themselves, for all seats together: single seats' answers are private. */
export function twiceInWords({ count, total, interval }: Share): string {
  return `Asked a second time, auditors gave the same answer on ${countOfTotal(count, total)} ${plural(total, "pair")}: ${wholeInHundred(count / total)} in 100 (${rangeInHundred(interval)}). That is of all seats together; it bounds how well seats can agree with each other.`;
}
