import { personName } from "#components/rounds/people/pair-words.ts";
import * as picks from "#messages/picks.ts";
import * as t from "#messages/policy.ts";
import { formatList, formatPerHundred, formatPoints } from "#server/format.ts";
import type {
  ChangedPair,
  ChangedPairsView,
  PairChances,
} from "#server/results/policy/read-changed-pairs.ts";
import type { Ground } from "#server/results/policy/read-changes.ts";
import type { PolicyView } from "#server/results/policy/read-policy.ts";

/** Returns the chance of the person who had the greater one, minus the other person's; shares of 1. */
export const gapOf = ({ high, low }: PairChances): number => high - low;
export const baseGapOf = ({ baseHigh, baseLow }: PairChances): number => baseHigh - baseLow;

/** Formats a difference: "28 points apart", "3 points the other way round". Rounded from the exact difference. */
export function apartWords(gap: number): string {
  const shown = { count: Math.round(1000 * Math.abs(gap)) / 10, points: formatPoints(Math.abs(gap)) };
  return gap < 0 && shown.count > 0 ? t.apartReversed(shown) : t.apart(shown);
}

/** Smallest change of a chance that shows. */
const leastShown = 0.0005;

type Direction = "up" | "down" | "same";

function directionOf(before: number, after: number): Direction {
  if (Math.abs(after - before) < leastShown) return "same";
  return after > before ? "up" : "down";
}

type Moved = Pick<ChangedPair, "atReport" | "now">;

/**
 * Returns how a reported pair was levelled: down where neither person's chance rose and at least one fell, up where
 * neither fell and at least one rose.
 */
function levelOf({ atReport, now }: Moved): Direction | "mixed" {
  const high = directionOf(atReport.high, now.high);
  const low = directionOf(atReport.low, now.low);
  if (high === "same" || high === low) return low;
  return low === "same" ? high : "mixed";
}

/** Counts the reported pairs that were levelled down and up, in one sentence. */
export function levelSentence({ pairs }: { readonly pairs: readonly Moved[] }): string {
  const levels = pairs.map(levelOf);
  const counted = (wanted: Direction) => levels.filter((level) => level === wanted).length;
  return picks.levelled({
    count: pairs.length,
    kind: levels[0] ?? "same",
    down: counted("down"),
    up: counted("up"),
  });
}

/** Says how each person of a reported pair moved, in chance and in place, the one with the greater chance first. */
export function peopleMoved(
  pair: Pick<ChangedPair, "high" | "low" | "atReport" | "now" | "places">,
): string[] {
  return (["high", "low"] as const).map((which) =>
    picks.personMoved({
      person: personName(pair[which]),
      direction: directionOf(pair.atReport[which], pair.now[which]),
      before: formatPerHundred(pair.atReport[which]),
      now: formatPerHundred(pair.now[which]),
      isSamePlace: pair.places.atReport[which] === pair.places.now[which],
      placeThen: pair.places.atReport[which],
      placeNow: pair.places.now[which],
      people: pair.places.people,
    }),
  );
}

/** Says how the chances of the reported people moved since, as published then and now. */
export function movedSentence({ pairs }: Pick<ChangedPairsView, "pairs">): string {
  const lower = pairs.map(({ atReport, now }) => ({ before: atReport.low, after: now.low }));
  const higher = pairs.map(({ atReport, now }) => ({ before: atReport.high, after: now.high }));
  return t.moved({
    count: pairs.length,
    lowThen: pointsOf(lower, "before"),
    lowNow: pointsOf(lower, "after"),
    lowUp: countOf(lower, 1),
    lowDown: countOf(lower, -1),
    highThen: pointsOf(higher, "before"),
    highNow: pointsOf(higher, "after"),
    highUp: countOf(higher, 1),
    highDown: countOf(higher, -1),
  });
}

/** Says how far the two people of a reported pair are apart on average, as published then and now. */
export function distanceSentence({ pairs }: Pick<ChangedPairsView, "pairs">): string {
  const distances = pairs.map(({ atReport, now }) => ({
    before: Math.abs(atReport.high - atReport.low),
    after: Math.abs(now.high - now.low),
  }));
  const [closer, further] = [countOf(distances, -1), countOf(distances, 1)];
  const unchanged = distances.length - closer - further;
  const parts = [
    closer > 0 && t.closer({ count: closer }),
    further > 0 && t.further({ count: further }),
    unchanged > 0 && t.asFar({ count: unchanged }),
  ].filter((part) => part !== false);
  return t.distance({
    count: pairs.length,
    before: apartWords(meanOf(distances, "before")),
    now: apartWords(meanOf(distances, "after")),
    parts: formatList(parts),
  });
}

type Move = { readonly before: number; readonly after: number };

const meanOf = (moves: readonly Move[], key: keyof Move) =>
  moves.reduce((sum, move) => sum + move[key], 0) / moves.length;

const pointsOf = (moves: readonly Move[], key: keyof Move) => formatPoints(meanOf(moves, key));

function countOf(moves: readonly Move[], direction: 1 | -1): number {
  return moves.filter(({ before, after }) => direction * (after - before) >= leastShown).length;
}

/** Explains which reported pairs are missing, and why. */
export function leftOutWords({
  olderCount,
  erasedCount,
  isPolicyLost,
}: Pick<ChangedPairsView, "olderCount" | "erasedCount" | "isPolicyLost">): string {
  return [
    isPolicyLost && t.policyLost(),
    olderCount > 0 && t.olderPairs({ count: olderCount }),
    erasedCount > 0 && t.erasedPairs({ count: erasedCount }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Explains why there is no policy whose rules could be shown. */
export function noPolicyWords({ isPartlyLost }: Pick<PolicyView, "isPartlyLost">): string {
  return isPartlyLost ? t.policiesLost() : t.noPolicyYet();
}

/** Describes which policy "now" refers to. */
export function policyWords({
  policyOf,
  isEstimated,
}: Pick<ChangedPairsView, "policyOf" | "isEstimated">): string {
  if (policyOf !== null) return t.nowByRound({ round: policyOf });
  return isEstimated ? `${t.nowByNext()} ${t.nowIsEstimate()}` : t.nowByNext();
}

/** Describes the data behind a chart, and what it leaves out. */
export function groundWords(ground: Ground): string {
  const { reportCount, knownCount, pendingCount, lostCount, pairCount, unjudgedCount } = ground;
  return [
    t.groundOf({ reports: reportCount, known: knownCount }),
    pendingCount + lostCount > 0 && t.groundLeftOut({ pending: pendingCount, lost: lostCount }),
    unjudgedCount > 0 && t.groundUnjudged({ count: unjudgedCount, pairs: pairCount }),
  ]
    .filter(Boolean)
    .join(" ");
}

/** Explains why nothing is drawn yet, and when the first chart appears. */
export function earlyWords({ closedCount, knownCount, pairCount }: Ground): string {
  if (closedCount === 0) return t.noRoundClosed();
  const early = { closed: closedCount, known: knownCount };
  return `${pairCount === 0 ? t.noPairToJudge(early) : t.noPairReported(early)} ${t.mostlyLuck()}`;
}
