import * as t from "#messages/panelResults.ts";
import type { BesideDocket, Findings, Share } from "#server/analysis/findings/findings.ts";
import type { Interval } from "#server/analysis/findings/wilson.ts";
import { formatFixed, formatList } from "#server/format.ts";

/** Formats a share as a whole number in 100. 0 and 100 only appear if they are exact. */
export function wholeInHundred(share: number): string {
  const rounded = Math.round(100 * share);
  if (rounded === 0 && share > 0) return t.belowOne();
  if (rounded === 100 && share < 1) return t.above99();
  return String(rounded);
}

/** Formats an interval, such as "9 to 31". Empty if nothing was counted. */
export function rangeInHundred(interval: Interval | null): string {
  if (interval === null) return "–";
  return t.range({ low: wholeInHundred(interval.low), high: wholeInHundred(interval.high) });
}

/** Formats a count of a total, such as "15 of 446". */
export function countOfTotal(count: number, total: number): string {
  return t.countOf({ count, total });
}

/** Formats Krippendorff's alpha, such as "0.48", with a true minus sign. */
export function alphaFigure(alpha: number): string {
  return formatFixed(alpha, 2);
}

/** Returns the first sentence of the page. */
export function reportsInWords({ reports, rounds, low, high }: Findings["reports"]): string {
  return t.reportRate({
    reports,
    rounds,
    share: wholeInHundred(reports / rounds),
    low: wholeInHundred(low),
    high: wholeInHundred(high),
  });
}

/** Describes which pairs are compared, and which are in neither group. */
export function comparedInWords({
  reports: { annulledPairs },
  pairs,
  erased,
}: Pick<Findings, "reports" | "pairs" | "erased">): string {
  const rest = [
    pairs.flagged > 0 && t.tooFewFlags({ count: pairs.flagged }),
    pairs.unsure > 0 && t.onlyUnsure({ count: pairs.unsure }),
    pairs.unseen > 0 && t.notSeen({ count: pairs.unseen }),
  ].filter((part) => part !== false);
  return [
    t.compared({ reported: pairs.reported, annulled: annulledPairs, accepted: pairs.accepted }),
    rest.length > 0 && t.inNeither({ parts: formatList(rest) }),
    erased > 0 && t.erasedOut({ count: erased }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Describes what the randomly drawn part of the docket says about the pairs outside the docket. */
export function otherPairsInWords({ rounds, missed, interval, reported }: BesideDocket): string {
  const places = (value: number) => formatFixed(value, 1);
  const range =
    interval === null
      ? t.tooFewRounds()
      : t.rangeOf95({ low: places(interval.low), high: places(interval.high) });
  return `${t.otherPairs({ rounds, missed: places(missed), range })} ${t.othersReported({ count: reported })}`;
}

/** Describes how far auditors agree with themselves, for all seats together: single seats' answers are private. */
export function twiceInWords({ count, total, interval }: Share): string {
  return t.twice({
    same: count,
    total,
    share: wholeInHundred(count / total),
    range: rangeInHundred(interval),
  });
}
