import { countClosedRounds, listOpenRounds } from "#db/queries/rounds.ts";
import { isAudit } from "#server/audit-log/entries.ts";
import { listNamedIn } from "#server/audit-log/rule-list.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";
import { lookedAt } from "#server/learner/oracles/catalogue.ts";
import type { App } from "#server/platform/app/app.ts";
import { ruleWords } from "#server/studies/learner/rule-words.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { theoremFigures } from "./theorem-figures.ts";

/** Reads the initial data of the what-if page. @throws DomainError "not-found", "study-not-ready" */
export async function readWhatIf(app: App, studyId: string) {
  const { study, closedCount, openRounds } = await app.store.read(async (db) => ({
    study: await requireStudy(db, studyId),
    closedCount: await countClosedRounds(db, studyId),
    openRounds: (await listOpenRounds(db, studyId)).map(({ number }) => number),
  }));
  const settings = settingsOf(study);
  const { alpha } = settings.learner;
  const { gamma, rule } = settings.panel;
  const shared = { alpha, gamma, ...(rule && { rule }), closedCount, openRounds };
  if (isAudit(settings)) return { ...shared, learner: null };
  const { learner } = settings;
  const { size, separatorSize } = await ruleWords(app, studyId, settings, []);
  return {
    ...shared,
    learner: {
      kind: learner.learner,
      mode: learner.mode,
      ruleCount: size,
      /** Whether its rules are in a separate list, which is not sent to browsers. */
      isListAside: listNamedIn(settings) !== null,
      /** For FTPL: R, the rules that a round draws, and the rules or sums that one draw looks at; null for Exp2. */
      drawn:
        learner.learner === "ftpl"
          ? { rules: drawnRuleCount(learner), looks: lookedAt(learner.hypotheses, size) }
          : null,
      theorems: theoremFigures(learner, { size, separatorSize, closedCount }),
    },
  };
}

export type WhatIfView = Awaited<ReturnType<typeof readWhatIf>>;
