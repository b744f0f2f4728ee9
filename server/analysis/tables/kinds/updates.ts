import { atColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const updates: TableDefinition = {
  name: "updates",
  about: "Every time the learner took in what had happened.",
  columns: [
    seqColumn,
    atColumn,
    column("from_seq", "integer", "Entry up to which the state before had taken everything in."),
    column("applied_seq", "integer", "Entry up to which the new state has."),
    column("state_hash", "text", "Hash of the new state, in hex."),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const { seq, at, body } of source.entries(["learner.updated"])) {
    yield [seq, at, body.fromSeq, body.appliedSeq, body.stateHash];
  }
}
