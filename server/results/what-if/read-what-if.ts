import { countClosedRounds, listOpenRounds } from "#db/queries/rounds.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule.ts";
import type { App } from "#server/platform/app/app.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/** Initial data of the what-if page. */
export type WhatIfView = {
  readonly studyName: string;
  /** The study's own value: a decimal. */
  readonly alpha: string;
  /** The share of the panel that makes a report. */
  readonly gamma: { readonly numerator: number; readonly denominator: number };
  /** Absent where that share decides. */
  readonly rule?: DecisionRule;
  readonly closedCount: number;
  /** Oldest first. */
  readonly openRounds: readonly number[];
};

/** @throws DomainError "not-found", "study-not-ready" */
export async function readWhatIf(app: App, studyId: string): Promise<WhatIfView> {
  const { study, closedCount, openRounds } = await app.store.read(async (db) => ({
    study: await requireStudy(db, studyId),
    closedCount: await countClosedRounds(db, studyId),
    openRounds: (await listOpenRounds(db, studyId)).map(({ number }) => number),
  }));
  const settings = settingsOf(study);
  const { alpha } = settings.learner;
  const { gamma, rule } = settings.panel;
  return { studyName: study.name, alpha, gamma, ...(rule && { rule }), closedCount, openRounds };
}
