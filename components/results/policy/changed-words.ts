import {
  formatCount,
  formatList,
  formatNumber,
  formatPerHundred,
  formatPoints,
  formatPointsChange,
  plural,
} from "#server/format.ts";
import type { ChangedPairsView, PairChances } from "#server/results/policy/read-changed-pairs.ts";
import type { Ground, KindsView } from "#server/results/policy/read-changes.ts";
import type { PolicyView } from "#server/results/policy/read-policy.ts";

/** Returns the chance of the person who had the greater one, minus the other person's; shares of 1. */
export const gapOf = ({ high, low }: PairChances): number => high - low;
export const baseGapOf = ({ baseHigh, baseLow }: PairChances): number => baseHigh - baseLow;

/** Formats a difference: "28 points apart", "3 points the other way round". Rounded from the exact difference. */
export function apartWords(gap: number): string {
  const points = pointsWords(Math.abs(gap));
  return gap < 0 && !points.startsWith("0 ") ? `${points} the other way round` : `${points} apart`;
}

/** Formats a distance, such as "1 point". */
function pointsWords(distance: number): string {
  const points = formatPoints(distance);
  return `${points} ${plural(Number(points), "point")}`;
}

/** Smallest change of a chance that shows. */
const leastShown = 0.0005;

/** Says how the chances of the reported people moved since, as published then and now. */
export function movedSentence({ pairs }: Pick<ChangedPairsView, "pairs">): string {
  const lower = pairs.map(({ atReport, now }) => ({ before: atReport.low, after: now.low }));
  const higher = pairs.map(({ atReport, now }) => ({ before: atReport.high, after: now.high }));
  const of = plural(pairs.length, "In the reported pair", `In the ${pairs.length} reported pairs`);
  const average = plural(pairs.length, "", " on average");
  return `${of}, the person with the lower chance went from ${endsOf(lower)} in 100${average}${directions(lower)}, the other from ${endsOf(higher)}${directions(higher)}.`;
}

/** Says how far the two people of a reported pair are apart on average, as published then and now. */
export function distanceSentence({ pairs }: Pick<ChangedPairsView, "pairs">): string {
  const distances = pairs.map(({ atReport, now }) => ({
    before: Math.abs(atReport.high - atReport.low),
    after: Math.abs(now.high - now.low),
  }));
  const average = plural(pairs.length, "", " on average");
  const unchanged = distances.length - countOf(distances, 1) - countOf(distances, -1);
  const parts = [
    [countOf(distances, -1), "closer together"],
    [countOf(distances, 1), "further apart"],
    [unchanged, "as far apart as before"],
  ]
    .filter(([count]) => count !== 0)
    .map(([count, what]) => `${count} ${what}`);
  return `Their chances were ${pointsWords(meanOf(distances, "before"))} apart${average} when they were reported and are ${pointsWords(meanOf(distances, "after"))} apart now: ${formatList(parts)}.`;
}

type Move = { readonly before: number; readonly after: number };

const meanOf = (moves: readonly Move[], key: keyof Move) =>
  moves.reduce((sum, move) => sum + move[key], 0) / moves.length;

const endsOf = (moves: readonly Move[]) =>
  `${formatPoints(meanOf(moves, "before"))} to ${formatPoints(meanOf(moves, "after"))}`;

function countOf(moves: readonly Move[], direction: 1 | -1): number {
  return moves.filter(({ before, after }) => direction * (after - before) >= leastShown).length;
}

/** Counts of those who rose and fell; empty for one move, whose ends say it. */
function directions(moves: readonly Move[]): string {
  return moves.length === 1 ? "" : ` (${countOf(moves, 1)} up, ${countOf(moves, -1)} down)`;
}

/** Explains which reported pairs are missing, and why. */
export function leftOutWords({
  olderCount,
  erasedCount,
  isPolicyLost,
}: Pick<ChangedPairsView, "olderCount" | "erasedCount" | "isPolicyLost">): string {
  return [
    isPolicyLost &&
      "What would be published now is not known any more, since somebody was erased after the last round.",
    olderCount > 0 &&
      `${formatCount(olderCount, "pair")} of older rounds ${plural(olderCount, "is", "are")} not drawn.`,
    erasedCount > 0 &&
      `Not computed: ${formatCount(erasedCount, "pair")} of a round that somebody was erased from.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Explains why no chances of kinds of people are drawn. */
export function noKindsWords({ isPartlyLost }: Pick<KindsView, "isPartlyLost">): string {
  return isPartlyLost
    ? "The chances of kinds of people at the openings so far are not known any more, since somebody was erased."
    : "There is no second opening yet to compare the chances of kinds of people with.";
}

/** Explains why there is no policy whose rules could be shown. */
export function noPolicyWords({ isPartlyLost }: Pick<PolicyView, "isPartlyLost">): string {
  return isPartlyLost
    ? "The policies of the rounds so far are not known any more, since somebody was erased."
    : "FTPL keeps no weights: each opening draws its rules afresh. No round was opened yet, so there is no policy.";
}

/** Describes which policy "now" refers to. */
export function policyWords({
  policyOf,
  isEstimated,
}: Pick<ChangedPairsView, "policyOf" | "isEstimated">): string {
  const rounds = "Now: the same rounds with the same people";
  if (policyOf !== null) return `${rounds}, as the policy of round ${policyOf} would give them chances.`;
  const next = `${rounds}, as they would get chances if a round were opened at this moment.`;
  return isEstimated
    ? `${next} That is an estimate: this learner draws its rules afresh for each opening, and here those of the last round's noise are taken.`
    : next;
}

/** Describes the data behind a chart, and what it leaves out. */
export function groundWords(ground: Ground): string {
  const { reportCount, knownCount, pendingCount, lostCount, pairCount, unjudgedCount } = ground;
  const left = [
    pendingCount > 0 && `${formatNumber(pendingCount)} awaited`,
    lostCount > 0 && `${formatNumber(lostCount)} lost`,
  ].filter(Boolean);
  return [
    `Computed from the log: ${formatCount(reportCount, "round")} with a report, ${formatCount(knownCount, "known outcome")}.`,
    left.length > 0 && `Outcomes nobody knows are left out: ${left.join(", ")}.`,
    unjudgedCount > 0 &&
      `${formatNumber(unjudgedCount)} of ${formatCount(pairCount, "pair")} that could be judged ${plural(unjudgedCount, "was", "were")} judged by nobody and ${plural(unjudgedCount, "counts", "count")} as not flagged.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Explains why nothing is drawn yet, and when the first chart appears. */
export function earlyWords({ closedCount, knownCount, pairCount }: Ground): string {
  if (closedCount === 0) {
    return "No round has closed yet. The first picture comes with the first report, or with ten known outcomes.";
  }
  const judged =
    pairCount === 0
      ? `${plural(closedCount, "The closed round had", `The ${closedCount} closed rounds had`)} no pair to judge`
      : `No pair was reported in ${formatCount(closedCount, "closed round")}`;
  return `${judged}, and ${formatCount(knownCount, "outcome")} ${plural(knownCount, "is", "are")} known. Until the first report or ten known outcomes, what moves the chances is mostly the luck of the draw.`;
}

/** Names a kind of people by its answers to the distinguishing rules: "income > 50", "not income > 50". */
export function kindName(rules: readonly string[], answers: readonly boolean[]): string {
  const names = rules.map((rule, index) => {
    const said = rule.replace(/^accept if /, "");
    return answers[index] ? said : `not: ${said}`;
  });
  return names.length === 0 ? "Everybody" : names.join("; ");
}

type Sums = {
  readonly flags: number;
  readonly outcomes: number;
  readonly closes: number;
  readonly rest: number;
};

/** Describes a change, such as "58 at first, 78 at the latest opening", and its causes. */
export function movedWords(before: number, latest: number, { flags, outcomes, closes, rest }: Sums) {
  return {
    ends: `${formatPerHundred(before)} at first, ${formatPerHundred(latest)} at the latest opening`,
    parts: `flags ${formatPointsChange(flags)}, outcomes ${formatPointsChange(outcomes)}, estimates at closes ${formatPointsChange(closes)}, pace ${formatPointsChange(rest)}`,
  };
}
