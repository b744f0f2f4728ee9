import { inFileOrder, isFeature, labelsOfColumn } from "./columns.ts";
import { decisionInWords } from "./decision.ts";
import type { ColumnChoice, SettingsDraft, StudyDraft } from "./draft.ts";
import type { FileColumn, StudyLabels } from "./labels.ts";

/** @param headers the column names in the draft's file */
export function labelsOfDraft(draft: StudyDraft, headers: readonly string[]): StudyLabels {
  const columns = draft.people?.columns ?? [];
  return {
    v: 1,
    decision: decisionInWords(draft.purpose.decision),
    columns: columns.filter(isFeature).map(labelsOfColumn),
    deadlineDays: deadlineDaysOf(draft.settings),
    file: inFileOrder(columns).map((column) => fileColumn(column, headers)),
  };
}

/** Returns the usual number of days to judge a round; null for no deadline. */
export function deadlineDaysOf({ deadlineDays }: Pick<SettingsDraft, "deadlineDays">): number | null {
  const days = deadlineDays.trim();
  return days === "" ? null : Number(days);
}

function fileColumn(column: ColumnChoice, headers: readonly string[]): FileColumn {
  const { source, name, type, notation, sign, role, chanceUnit, yes, no, outliers, cuts } = column;
  const header = headers[source] ?? name;
  return { header, name: name.trim(), type, notation, sign, role, chanceUnit, yes, no, outliers, cuts };
}
