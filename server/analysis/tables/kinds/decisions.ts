import { chanceColumns } from "../base/common-columns.ts";
import { decidedIn } from "../base/decided.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** Memory: one round, and one number for each outcome. */
export const decisions: TableDefinition = {
  name: "decisions",
  about: "Whom the draw of a closed round selected, and what became of them. An audit selects no one.",
  columns: [
    ...chanceColumns,
    column("selected", "boolean", "Whether the draw selected the person."),
    column(
      "outcome",
      "text",
      "yes or no as last recorded; lost: it will never be known; pending: not recorded yet; not_selected: it will never be known, since the person was not selected.",
    ),
    column("outcome_seq", "integer?", "Log entry that recorded the outcome; empty if none did."),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const one of decidedIn(source)) {
    yield [
      ...[one.seq, one.round, one.position, one.person, Number(one.chance)],
      ...[one.isSelected, one.outcome, one.outcomeSeq],
    ];
  }
}
