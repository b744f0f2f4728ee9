import * as meaning from "#messages/tables.ts";
import { chanceColumns } from "../base/common-columns.ts";
import { decidedIn } from "../base/decided.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** Memory: as `decidedIn`. */
export const decisions: TableDefinition = {
  name: "decisions",
  about: meaning.decisionsTable,
  columns: [
    ...chanceColumns,
    column("selected", "boolean", meaning.selected),
    column("outcome", "text", meaning.decisionOutcome),
    column("outcome_seq", "integer?", meaning.outcomeSeq),
    column("override_reason", "text?", meaning.overrideReason),
    column("override_seq", "integer?", meaning.overrideSeq),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const one of decidedIn(source)) {
    yield [
      ...[one.seq, one.round, one.position, one.person, Number(one.chance)],
      ...[one.isSelected, one.outcome, one.outcomeSeq],
      ...[one.override?.reason ?? null, one.override?.seq ?? null],
    ];
  }
}
