import type { AuditSettings } from "#server/audit-log/entries.ts";
import { learnerColumns, ruleInForce } from "#server/study/columns.ts";
import type { ColumnChoice, Missing, StudyDraft } from "#server/study/draft.ts";
import { pointsToShare } from "#server/study/points.ts";
import { panelProblems } from "./panel.ts";
import { alphaProblems, sharedSettings, shownAndGroups } from "./settings.ts";

/** Returns the settings of an audit of the rule in force. Requires that nothing is missing. */
export function buildAudit({ settings }: StudyDraft, columns: readonly ColumnChoice[]): AuditSettings {
  const chance = ruleInForce(columns);
  if (chance === null) throw new Error("an audit without a column of chances");
  return {
    learner: {
      learner: "fixed",
      version: 1,
      columns: learnerColumns(columns),
      chance,
      roundSize: Number(settings.roundSize),
      alpha: pointsToShare(settings.alphaPoints),
    },
    drawAt: null,
    ...sharedSettings(settings, shownAndGroups(columns)),
  };
}

/** Returns what is wrong with the settings of an audit, which needs none of a learner's settings. */
export function missingAudit({ settings }: Pick<StudyDraft, "settings">): Missing[] {
  return [...panelProblems(settings), ...alphaProblems(settings)];
}
