import { atColumn, seqColumn } from "../base/common-columns.ts";
import type { TableDefinition, TableRow, TableSource } from "../base/table.ts";

/** Memory: a few words for each seat. */
export const seats: TableDefinition = {
  name: "seats",
  about: "Every seat of the panel that was ever given.",
  columns: [
    seqColumn,
    atColumn,
    { name: "seat", type: "text", about: "Pseudonym of the seat: s1, s2 and on." },
    {
      name: "replaces",
      type: "text",
      nullable: true,
      about: "The seat it took the place of; empty if none.",
    },
    {
      name: "by",
      type: "text",
      about: "How whoever sits there came to it: account, link-copied or link-mailed.",
    },
    {
      name: "removed_seq",
      type: "integer",
      nullable: true,
      about: "Log entry of its removal; empty if it stands.",
    },
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
