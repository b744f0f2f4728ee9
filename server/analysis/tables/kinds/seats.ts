import * as meaning from "#messages/tables.ts";
import { atColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** Memory: a few words for each seat. */
export const seats: TableDefinition = {
  name: "seats",
  about: meaning.seatsTable,
  columns: [
    seqColumn,
    atColumn,
    column("seat", "text", meaning.seat),
    column("replaces", "text?", meaning.replaces),
    column("by", "text", meaning.by),
    column("removed_seq", "integer?", meaning.removedSeq),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const removed = new Map<string, number>();
  for await (const { seq, body } of source.entries(["seat.removed"])) removed.set(body.seat, seq);
  for await (const { seq, at, body } of source.entries(["seat.added"])) {
    yield [seq, at, body.seat, body.replaces, body.by, removed.get(body.seat) ?? null];
  }
}
