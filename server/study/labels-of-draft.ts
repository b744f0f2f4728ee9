import { inFileOrder, isFeature, labelsOfColumn } from "./columns.ts";
import { decisionInWords } from "./decision.ts";
import type { ColumnChoice, StudyDraft } from "./draft.ts";
import type { FileColumn, StudyLabels } from "./labels.ts";

/** @param headers the column names in the draft's file */
export function labelsOfDraft(draft: StudyDraft, headers: readonly string[]): StudyLabels {
  const days = draft.settings.deadlineDays.trim();
  const columns = draft.people?.columns ?? [];
  return {
    v: 1,
    decision: decisionInWords(draft.purpose.decision),
    columns: columns.filter(isFeature).map(labelsOfColumn),
    deadlineDays: days === "" ? null : Number(days),
    file: inFileOrder(columns).map((column) => fileColumn(column, headers)),
  };
}

function fileColumn(column: ColumnChoice, headers: readonly string[]): FileColumn {
  const { source, name, type, notation, sign, role, chanceUnit, yes, no, outliers } = column;
  const header = headers[source] ?? name;
  return { header, name: name.trim(), type, notation, sign, role, chanceUnit, yes, no, outliers };
}
