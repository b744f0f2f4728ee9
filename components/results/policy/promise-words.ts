import { formatCount, formatNumber, plural } from "#server/format.ts";
import type { GuardedOverview } from "#server/results/policy/guarded-overview.ts";

type Promised = Pick<GuardedOverview, "promise"> & {
  readonly rounds: readonly Pick<GuardedOverview["rounds"][number], "isCut">[];
};

type Reasoned = Pick<GuardedOverview, "promise"> & {
  readonly rounds: readonly Pick<GuardedOverview["rounds"][number], "round" | "t">[];
};

/**
 * Summarises the guarantee: "2 reports in 12 rounds; at most 3 were possible; certain up to round 495; no correction
 * cut so far."
 */
export function promiseWords({ promise, rounds }: Promised): string {
  const { reportCount, closedCount, most, certainUntil } = promise;
  const count =
    closedCount === 0
      ? "no round has closed yet"
      : `${formatCount(reportCount, "report")} in ${formatCount(closedCount, "round")}`;
  const parts = [
    count,
    ...(closedCount === 0 ? [] : [possibleWords(most.at(-1) ?? 0, promise.cutReportCount)]),
    `certain up to round ${formatNumber(certainUntil)}`,
    cutWords(rounds.filter(({ isCut }) => isCut).length),
  ];
  const sentence = parts.join("; ");
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Explains why the guarantee holds, and how it continues. */
export function promiseReason({ promise: { ahead, certainUntil }, rounds }: Reasoned): string {
  const hasCancelled = rounds.some(({ round, t }) => round !== t);
  const counting = hasCancelled ? " Cancelled rounds are not counted." : "";
  return `Of the first ${formatNumber(ahead.rounds)} rounds at most ${formatNumber(ahead.most)} can end in a report, whatever the panel does: chances never lie further apart than the limit of their round, and a report lowers it. After round ${formatNumber(certainUntil)} this holds as long as no correction is cut.${counting}`;
}

function possibleWords(most: number, cutReportCount: number): string {
  const possible = `at most ${formatCount(most, "was", "were")} possible`;
  if (cutReportCount === 0) return possible;
  return `${possible}, and ${formatNumber(cutReportCount)} more because the correction of ${plural(cutReportCount, "that round", "those rounds")} was cut`;
}

function cutWords(cutCount: number): string {
  if (cutCount === 0) return "no correction cut so far";
  return `${formatCount(cutCount, "correction")} cut so far`;
}
