import { formatCount } from "#server/format.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";

const recentRounds = 10;

/** Summarises the study in one or two sentences. */
export function ledeOf({ closed, openRound, ruleCount, guarded }: Overview, roundSize: number): string {
  const rules = `At most ${roundSize} people a round, ${formatCount(ruleCount, "rule")}.`;
  const open = openRound === null ? "" : ` Round ${openRound} is open.`;
  if (closed.length === 0) return `${rules} No round has closed yet.${open}`;
  const reported = closed.filter((point) => point.reportedPairs > 0).length;
  const last = closed.slice(-recentRounds).filter((point) => point.reportedPairs > 0).length;
  const recent = closed.length > recentRounds ? `, ${last} of the last ${recentRounds}` : "";
  const most = guarded?.promise.most.at(-1);
  const possible = most === undefined ? "" : `; at most ${most} could have`;
  return `${rules} ${reported} of ${formatCount(closed.length, "closed round")} ended with a report${recent}${possible}.${open}`;
}
