import * as t from "#messages/setupRehearsal.ts";
import { formatList } from "#server/format.ts";
import { weighedColumns } from "#server/simulation/rehearsal/auditors.ts";
import { columnLabel } from "#server/study/columns.ts";
import type { ColumnChoice, SimulatedAuditor } from "#server/study/draft.ts";

/** Describes how a simulated auditor judges. @param alphaPoints the smallest difference that is judged, in points */
export function auditorSentences(
  auditor: SimulatedAuditor,
  columns: readonly ColumnChoice[],
  alphaPoints: string,
): string[] {
  const { kind, cutOff, wrong, first, of } = auditor;
  if (kind === "silent") return [t.neverAnswers()];
  if (kind === "copies") return [t.copies({ seat: of })];
  const names = weighedColumns(auditor, columns).map(columnLabel);
  const listed =
    names.length > 4 ? [...names.slice(0, 3), t.moreColumns({ count: names.length - 3 })] : names;
  const sentences = [t.weighs({ columns: formatList(listed), points: alphaPoints })];
  if (cutOff.trim() !== "") sentences.push(t.comparesUpTo({ points: cutOff.trim() }));
  if (kind === "careless") sentences.push(t.oppositeVerdicts({ count: wrong }));
  if (kind === "first") sentences.push(t.firstOnly({ count: first }));
  return sentences;
}
