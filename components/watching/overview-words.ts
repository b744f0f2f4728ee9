import { counted } from "#components/charts/numbers.ts";
import type { Overview } from "#server/services/watching/read-overview.ts";
import { promiseWords } from "./promise-words.ts";

const lately = 10;

/** The study in one or two sentences. */
export function ledeOf({ closed, openRound, ruleCount, guarded }: Overview, roundSize: number): string {
  const rules = `At most ${roundSize} people a round, ${counted(ruleCount, "rule")}.`;
  const open = openRound === null ? "" : ` Round ${openRound} is open.`;
  if (guarded !== null) return `${rules} ${promiseWords(guarded)}${open}`;
  if (closed.length === 0) return `${rules} No round has closed yet.${open}`;
  const reported = closed.filter((point) => point.reportedPairs > 0).length;
  const last = closed.slice(-lately).filter((point) => point.reportedPairs > 0).length;
  const recent = closed.length > lately ? `, ${last} of the last ${lately}` : "";
  return `${rules} ${reported} of ${counted(closed.length, "closed round")} ended with a report${recent}.${open}`;
}
