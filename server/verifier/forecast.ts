import { readLine } from "#server/audit-log/chain.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type DrawCost, drawCostOf, roundCost } from "./budget.ts";

/** What it takes to draw all rules of a study of FTPL anew. */
export type Forecast = DrawCost & {
  readonly entries: number;
  readonly openings: number;
  readonly operations: number;
};

/**
 * Tells beforehand what recomputing FTPL will cost.
 *
 * @param lines as of a verification
 * @returns null where nothing is to be budgeted, and where no settings can be read
 * Cost: a look at each line's type; of another learner's log only up to its first opening.
 */
export function forecast(lines: Iterable<string>): Forecast | null {
  let cost: DrawCost | null = null;
  let [entries, openings] = [0, 0];
  for (const line of lines) {
    if (!line.startsWith('{"at":')) continue;
    entries += 1;
    const type = typeOf(line);
    if (type === "study.created" || type === "settings.revised") cost = costIn(line);
    if (type === "round.opened" && cost === null) return null;
    if (type === "round.opened") openings += 1;
  }
  return cost && { ...cost, entries, openings, operations: openings * roundCost(cost) };
}

/** Keys are sorted, so an entry's own type is the last one of its line. */
function typeOf(line: string): string {
  return /"type":"([a-z.-]+)","v":\d+\}$/.exec(line.slice(-80))?.[1] ?? "";
}

/** null for what is no entry: the verification will say so. */
function costIn(line: string): DrawCost | null {
  try {
    const { body } = readLine(line);
    return "settings" in body ? drawCostOf(body.settings.learner) : null;
  } catch (error) {
    if (error instanceof LogError || error instanceof LearnerError) return null;
    throw error;
  }
}
