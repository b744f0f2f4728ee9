import { pairColumns, roundColumn, seqColumn } from "../base/common-columns.ts";
import { pairCells } from "../base/pair-cells.ts";
import { RoundsInPlay } from "../base/rounds-in-play.ts";
import type { Row, Table, TableSource } from "../base/table.ts";

export const verdicts: Table = {
  name: "verdicts",
  about: "What each seat said of each pair, from the ballots that counted when their round closed.",
  columns: [
    seqColumn,
    roundColumn,
    { name: "seat", type: "text", about: "Pseudonym of the seat." },
    { name: "ballot_version", type: "integer", about: "Which ballot of the seat counted, from 1." },
    ...pairColumns,
    {
      name: "verdict",
      type: "text",
      about: "unfair, acceptable or unsure. A pair without a row was not looked at by that seat.",
    },
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<Row> {
  const open = new RoundsInPlay();
  const types = ["round.opened", "ballot.opened", "round.closed", "round.cancelled"] as const;
  for await (const entry of source.entries(types)) {
    if (entry.type === "round.opened") open.open(entry);
    else if (entry.type === "ballot.opened") {
      const { round, seat, version, verdicts } = entry.body;
      const opening = open.of(round);
      for (const [high, low, word] of verdicts) {
        yield [entry.seq, round, seat, version, ...pairCells(opening, high, low), word];
      }
    } else open.end(entry.body.round);
  }
}
