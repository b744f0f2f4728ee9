import type { Verdict } from "#server/log/entries.ts";
import type { App } from "#server/services/app/app.ts";
import { saveVerdicts } from "#server/services/judging/saved-verdicts.ts";
import { sealBallot } from "#server/services/judging/seal-ballot.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { incomeAbove, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";

const incomes = (...values: number[]) => values.map((value) => [String(value), "3", "rent"]);

/**
 * Four people a round, three rules with equal weights at first: accept no one, accept everyone, accept incomes above 50.
 * So in the first round positions 0 and 1 have chance 2/3, positions 2 and 3 have 1/3, and with alpha = 0.1 exactly
 * (0,2), (0,3), (1,2) and (1,3) can be judged.
 */
export function judgingStudy(app: App, options: StudyOptions = {}) {
  const rules = { kind: "conjunctions", predicates: incomeAbove(50) } as const;
  return publishedStudy(app, { rules, people: incomes(90, 80, 20, 10, 95, 85, 25, 15), ...options });
}

/** People whose chances are all equal: there is nothing to judge. */
export const alike = incomes(90, 80, 70, 60);

export type Where = { studyId: string; round: number; accountId: string };

export function sealVerdicts(app: App, where: Where, verdicts: readonly Verdict[], attempt = "1") {
  const key = `${where.accountId}-${attempt}`;
  return sealBallot(app, {
    ...where,
    idempotencyKey: key,
    nonce: fixedBytes("nonce", key),
    verdicts,
  });
}

export async function save(app: App, where: Where, verdicts: readonly Verdict[]): Promise<void> {
  await saveVerdicts(
    app,
    where,
    verdicts.map(([high, low, verdict]) => ({ high, low, verdict })),
  );
}

/** The auditor at a place of the panel, from 0. */
export function auditor(study: { auditorIds: readonly string[] }, index: number): string {
  const accountId = study.auditorIds[index];
  if (accountId === undefined) throw new Error(`there is no auditor ${index}`);
  return accountId;
}
