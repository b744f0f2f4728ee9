import { readLine } from "#server/audit-log/chain.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { type DrawCost, drawCostOf, roundCost } from "./budget.ts";

/** The input for drawing all rules of an FTPL study again. */
export type Forecast = DrawCost & {
  readonly entries: number;
  readonly openings: number;
  readonly operations: number;
};

/**
 * Estimates what recomputing FTPL will cost.
 *
 * @param lines as for a verification
 * @returns null where no budget is needed, and where no settings can be read
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

/** Returns an entry's type. Keys are sorted, so it is the last type on the line. */
function typeOf(line: string): string {
  return /"type":"([a-z.-]+)","v":\d+\}$/.exec(line.slice(-80))?.[1] ?? "";
}

/** Returns null for a line that is not an entry; the verification will report it. */
function costIn(line: string): DrawCost | null {
  try {
    const { body } = readLine(line);
    return "settings" in body ? drawCostOf(body.settings.learner) : null;
  } catch (error) {
    if (error instanceof LogError || error instanceof LearnerError) return null;
    throw error;
  }
}
