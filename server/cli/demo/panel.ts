import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { distanceAuditor, type SyntheticAuditor } from "#server/simulation/engine/auditors.ts";
import { applicantColumns } from "./applicants.ts";
import { panelBrowser } from "./panel-browser.ts";

const alpha = 0.1;

const browser = panelBrowser();

/**
 * Five simulated auditors with different opinions about what may count: how much difference in chance each unit of
 * difference justifies, small enough that they report some pairs.
 */
export const demoAuditors: readonly SyntheticAuditor[] = [
  { "monthly income": 0.0001, "late payments": 0.08 },
  { "monthly income": 0.00005, "loan amount": 0.00001, "late payments": 0.1 },
  { "loan amount": 0.00002, "months to repay": 0.0025, "late payments": 0.05 },
  { "years in job": 0.015, "monthly income": 0.00005, "late payments": 0.05 },
  { "monthly income": 0.00015, "loan amount": 0.000015, "years in job": 0.01, "late payments": 0.1 },
].map((weights) => distanceAuditor(applicantColumns, weights, alpha));

/**
 * Seals a simulated auditor's ballot on all eligible pairs of a round. The demo shows all columns, so cells are
 * features.
 */
export async function sealAs(
  app: App,
  where: { studyId: string; round: number; accountId: string },
  auditor: SyntheticAuditor,
): Promise<void> {
  const { people, pairs } = await readJudging(app, where);
  const verdicts = pairs.map(([high, low]): Verdict => {
    const [a, b] = [people[high], people[low]];
    const isUnfair = auditor(a?.cells ?? [], b?.cells ?? [], Number(a?.chance) - Number(b?.chance));
    return [high, low, isUnfair ? "unfair" : "acceptable"];
  });
  await browser.seal(app, where, { idempotencyKey: app.newId(), verdicts });
}
