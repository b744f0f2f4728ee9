import * as meaning from "#messages/tables.ts";
import { atColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const guidelines: TableDefinition = {
  name: "guidelines",
  about: meaning.guidelinesTable,
  columns: [
    seqColumn,
    atColumn,
    column("version", "integer", meaning.guidelineVersion),
    column("text_hash", "text", meaning.textHash),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const entry of source.entries(["study.created", "guidelines.revised"])) {
    const { version, hash } = entry.type === "study.created" ? entry.body.guidelines : entry.body;
    yield [entry.seq, entry.at, version, hash];
  }
}
