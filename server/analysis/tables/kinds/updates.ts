import * as meaning from "#messages/tables.ts";
import { atColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const updates: TableDefinition = {
  name: "updates",
  about: meaning.updatesTable,
  columns: [
    seqColumn,
    atColumn,
    column("from_seq", "integer", meaning.fromSeq),
    column("applied_seq", "integer", meaning.appliedSeq),
    column("state_hash", "text", meaning.stateHash),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const { seq, at, body } of source.entries(["learner.updated"])) {
    yield [seq, at, body.fromSeq, body.appliedSeq, body.stateHash];
  }
}
