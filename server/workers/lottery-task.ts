import { findLottery, type Lottery } from "#server/lottery/find-lottery.ts";
import { conflictingQuotas, type PanelRules } from "#server/lottery/panel-rules.ts";
import { loadSolver } from "#server/solver/highs.ts";

/**
 * Finds a lottery over the panels that meet the quotas.
 *
 * @returns null with the positions of quotas that no panel meets together
 */
export async function findPanelLottery(
  rules: PanelRules,
): Promise<{ lottery: Lottery | null; conflict: number[] }> {
  const solve = await loadSolver();
  const conflict = conflictingQuotas(rules, solve);
  return { lottery: conflict.length > 0 ? null : findLottery(rules, solve), conflict };
}
