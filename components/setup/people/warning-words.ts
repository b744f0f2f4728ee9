import * as t from "#messages/setupPeople.ts";
import type { ColumnWarning } from "#server/study/column-warnings.ts";

/** Describes a reason against showing a column or letting rules use it. */
export function warningInWords(warning: ColumnWarning): string {
  if (warning.kind === "group") return t.warningGroup(warning);
  if (warning.kind === "words") return t.warningWords(warning);
  return warning.kind === "outlier" ? t.warningOutlier(warning) : t.warning(warning);
}
