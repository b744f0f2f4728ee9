import { atColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const guidelines: TableDefinition = {
  name: "guidelines",
  about: "Every version of the guidelines. Their texts are not in the log, only their hashes.",
  columns: [
    seqColumn,
    atColumn,
    column("version", "integer", "Version of the guidelines, from 1."),
    column("text_hash", "text", "SHA-256 of the text, in hex."),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const entry of source.entries(["study.created", "guidelines.revised"])) {
    const { version, hash } = entry.type === "study.created" ? entry.body.guidelines : entry.body;
    yield [entry.seq, entry.at, version, hash];
  }
}
