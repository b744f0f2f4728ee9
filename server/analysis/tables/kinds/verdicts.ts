import { pairColumns, roundColumn, seqColumn } from "../base/common-columns.ts";
import { pairCells } from "../base/pair-cells.ts";
import { RoundsInPlay } from "../base/rounds-in-play.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const verdicts: TableDefinition = {
  name: "verdicts",
  about: "What each seat said of each pair, from the ballots that counted when their round closed.",
  columns: [
    seqColumn,
    roundColumn,
    column("seat", "text", "Pseudonym of the seat."),
    column("ballot_version", "integer", "Which ballot of the seat counted, from 1."),
    ...pairColumns,
    column(
      "verdict",
      "text",
      "unfair, acceptable or unsure. A pair without a row was not looked at by that seat.",
    ),
    column(
      "tolerance",
      "integer?",
      "How far apart the two chances could lie and still be acceptable: unfair exactly where they lie further apart. Empty where the seat said no number, for unsure always, and in a study that does not ask.",
      "points in 100",
    ),
    column(
      "tolerance_only",
      "boolean",
      "Whether the round had no pair to judge and its panel was asked for tolerances. Then no verdict is a flag.",
    ),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const open = new RoundsInPlay();
  const asked = new Set<number>();
  const types = [
    "round.opened",
    "round.tolerances-asked",
    "ballot.opened",
    "round.closed",
    "round.cancelled",
  ] as const;
  for await (const entry of source.entries(types)) {
    if (entry.type === "round.opened") open.open(entry);
    else if (entry.type === "round.tolerances-asked") asked.add(entry.body.round);
    else if (entry.type === "ballot.opened") {
      const { round, seat, version, verdicts } = entry.body;
      const opening = open.of(round);
      for (const [high, low, word, tolerance] of verdicts) {
        const said = [word, tolerance ?? null, asked.has(round)];
        yield [entry.seq, round, seat, version, ...pairCells(opening, high, low), ...said];
      }
    } else open.end(entry.body.round);
  }
}
