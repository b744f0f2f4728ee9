import { atColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** Memory: a few words for each seat. */
export const seats: TableDefinition = {
  name: "seats",
  about: "Every seat of the panel that was ever given.",
  columns: [
    seqColumn,
    atColumn,
    column("seat", "text", "Pseudonym of the seat: s1, s2 and on."),
    column("replaces", "text?", "The seat it took the place of; empty if none."),
    column("by", "text", "How its auditor joined: account, link-copied or link-mailed."),
    column("removed_seq", "integer?", "Log entry of its removal; empty if it was not removed."),
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
