import { atColumn, seqColumn } from "../base/common-columns.ts";
import type { TableDefinition, TableRow, TableSource } from "../base/table.ts";

export const updates: TableDefinition = {
  name: "updates",
  about: "Every time the learner took in what had happened.",
  columns: [
    seqColumn,
    atColumn,
    {
      name: "from_seq",
      type: "integer",
      about: "Entry up to which the state before had taken everything in.",
    },
    { name: "applied_seq", type: "integer", about: "Entry up to which the new state has." },
    { name: "state_hash", type: "text", about: "Hash of the new state, in hex." },
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const { seq, at, body } of source.entries(["learner.updated"])) {
    yield [seq, at, body.fromSeq, body.appliedSeq, body.stateHash];
  }
}
