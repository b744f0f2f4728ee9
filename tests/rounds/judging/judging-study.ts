import type { Verdict } from "#server/audit-log/verdicts.ts";
import type { App } from "#server/platform/app/app.ts";
import { saveVerdicts } from "#server/rounds/judging/saved-verdicts.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { sealFrom } from "#tests/setup/browser.ts";
import { incomeAbove, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";

/** A column in the file that is never on a card: auditors must not see it. */
export const hidden = {
  cell: "4711",
  name: "years",
  label: "Term of service",
  unit: "laps",
  person: "case-",
};

const incomes = (...values: number[]) => values.map((value) => [String(value), hidden.cell, "rent"]);

/**
 * Four people a round and seventeen rules with equal initial weights: accept no one, or each person who meets some of four
 * conditions on the income. So in the first round positions 0 and 1 have chance 16/17, position 2 has 2/17, position 3
 * has 1/17, and with alpha = 0.1 exactly (0,2), (0,3), (1,2) and (1,3) can be judged: (2,3) differs by too little.
 */
export function judgingStudy(app: App, options: StudyOptions = {}) {
  const { people = incomes(90, 80, 20, 10, 95, 85, 25, 11), columns = [], ...rest } = options;
  const { label, unit } = hidden;
  return publishedStudy(app, {
    people,
    identifiers: people.map((_, index) => `${hidden.person}${index + 1}`),
    columns: [{ ...columns[0] }, { role: "rules", label, unit, ...columns[1] }, { ...columns[2] }],
    rules: { kind: "conjunctions", predicates: incomeAbove(12, 28, 40, 50) },
    ...rest,
  });
}

/** People whose chances are all equal, so there is no pair to judge. */
export const alike = incomes(90, 80, 70, 60);

export type Where = { studyId: string; round: number; accountId: string };

export function sealVerdicts(app: App, where: Where, verdicts: readonly Verdict[], attempt = "1") {
  const key = `${where.accountId}-${attempt}`;
  return sealFrom(app, where, {
    idempotencyKey: key,
    nonce: fixedBytes("nonce", key),
    verdicts,
  });
}

export async function save(app: App, where: Where, verdicts: readonly Verdict[]): Promise<void> {
  await saveVerdicts(app, where, verdicts);
}

/** The account of the auditor at an index of the panel, from 0. */
export function auditor(study: { auditorIds: readonly string[] }, index: number): string {
  const accountId = study.auditorIds[index];
  if (accountId === undefined) throw new Error(`there is no auditor ${index}`);
  return accountId;
}
