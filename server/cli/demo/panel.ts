import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { distanceAuditor, type SyntheticAuditor } from "#server/simulation/engine/auditors.ts";
import { applicantColumns } from "./applicants.ts";
import { panelBrowser } from "./panel-browser.ts";

const alpha = 0.1;

const browser = panelBrowser();

/**
 * Five simulated auditors, from strict to lenient: how much difference in chance each unit of difference justifies. For
 * none of them housing justifies any.
 */
export const demoAuditors: readonly SyntheticAuditor[] = [0, 1, 2, 3, 4].map((leniency) =>
  distanceAuditor(
    applicantColumns,
    {
      "monthly income": 0.00008 + 0.00002 * leniency,
      "loan amount": 0.000008 + 0.000002 * leniency,
      "years in job": 0.008,
      "late payments": 0.06 + 0.02 * leniency,
    },
    alpha,
  ),
);

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
