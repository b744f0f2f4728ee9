import { distanceAuditor, type SyntheticAuditor } from "#server/learner/simulation/auditors.ts";
import type { Verdict } from "#server/log/verdicts.ts";
import type { App } from "#server/services/app/app.ts";
import { readJudging } from "#server/services/judging/read-judging.ts";
import { applicantColumns } from "./applicants.ts";
import { panelBrowser } from "./panel-browser.ts";

const alpha = 0.1;

const browser = panelBrowser();

/** Five made-up opinions about what may count: what each unit of difference excuses. */
export const demoAuditors: readonly SyntheticAuditor[] = [
  { "monthly income": 0.0002, "late payments": 0.15 },
  { "monthly income": 0.0001, "loan amount": 0.00002, "late payments": 0.2 },
  { "loan amount": 0.00004, "months to repay": 0.005, "late payments": 0.1 },
  { "years in job": 0.03, "monthly income": 0.0001, "late payments": 0.1 },
  { "monthly income": 0.0003, "loan amount": 0.00003, "years in job": 0.02, "late payments": 0.2 },
].map((weights) => distanceAuditor(applicantColumns, weights, alpha));

/** Seals a made-up auditor's ballot on all eligible pairs of a round. The demo shows all columns, so cells are features. */
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
