import { countClosedRounds, listOpenRounds } from "#db/queries/rounds.ts";
import type { DecisionRule } from "#server/audit-log/decision-rule-schema.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { listNamedIn } from "#server/audit-log/rule-list.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { lookedAt } from "#server/learner/oracles/catalogue.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { type TheoremFigures, theoremFigures } from "./theorem-figures.ts";

/** Initial data of the what-if page. */
export type WhatIfView = {
  /** The study's own value: a decimal. */
  readonly alpha: string;
  /** The share of the panel that makes a report. */
  readonly gamma: { readonly numerator: number; readonly denominator: number };
  /** Absent where that share decides. */
  readonly rule?: DecisionRule;
  readonly closedCount: number;
  /** Oldest first. */
  readonly openRounds: readonly number[];
  /** Cost of a replay; null in an audit, where nothing is learned. */
  readonly learner: {
    readonly kind: LearnerSpec["learner"];
    readonly mode: LearnerSpec["mode"];
    readonly ruleCount: number;
    /** Whether its rules are in a separate list, which is not sent to browsers. */
    readonly isListAside: boolean;
    /**
     * For FTPL: R, the number of rules that a round draws, and the number of rules or sums that one draw looks at; null
     * for Exp2.
     */
    readonly drawn: { readonly rules: number; readonly looks: number } | null;
    readonly theorems: TheoremFigures | null;
  } | null;
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
  const how = { gamma, ...(rule && { rule }) };
  const shared = { alpha, ...how, closedCount, openRounds };
  if (isAudit(settings)) return { ...shared, learner: null };
  const { learner } = settings;
  const { size, separatorSize } = await ruleWords(app, studyId, settings, []);
  return {
    ...shared,
    learner: {
      kind: learner.learner,
      mode: learner.mode,
      ruleCount: size,
      isListAside: listNamedIn(settings) !== null,
      drawn:
        learner.learner === "ftpl"
          ? { rules: drawnRuleCount(learner), looks: lookedAt(learner.hypotheses, size) }
          : null,
      theorems: theoremFigures(learner, { size, separatorSize, closedCount }),
    },
  };
}
