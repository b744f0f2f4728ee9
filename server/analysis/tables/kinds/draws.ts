import type { Entry } from "#server/audit-log/entries.ts";
import { roundColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const draws: TableDefinition = {
  name: "draws",
  about: "The draw of every round that ended with one: of a closed round the one that counts.",
  columns: [
    seqColumn,
    roundColumn,
    column(
      "counts",
      "boolean",
      "false for a cancelled round: then it is the draw that a close would have made.",
    ),
    column("u", "number", "The number drawn, from 0 up to and without 1."),
    column(
      "hypothesis",
      "integer?",
      "Catalogue number of the rule drawn, from 0; empty if the draw was even.",
    ),
    column(
      "even_order",
      "text?",
      "Positions in the order in which an even draw summed chances, with blanks between; empty if one rule was drawn.",
    ),
    column("selected", "integer", "How many people it selected."),
    column("link", "text", "The link of the seed chain that it published, in hex."),
    column("beacon_signature", "text?", "The public number that it used, in hex; empty without a beacon."),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  for await (const entry of source.entries(["round.closed", "round.cancelled"])) {
    const row = drawRow(entry);
    if (row !== null) yield row;
  }
}

function drawRow(entry: Entry<"round.closed" | "round.cancelled">): TableRow | null {
  const { round, link, draw } = entry.body;
  if (draw === undefined) return null;
  const isEven = "order" in draw;
  return [
    ...[entry.seq, round, entry.type === "round.closed", Number(draw.u)],
    ...[isEven ? null : draw.hypothesis, isEven ? draw.order.join(" ") : null],
    ...[draw.decisions.reduce<number>((sum, decision) => sum + decision, 0), link],
    entry.type === "round.closed" ? (entry.body.beacon?.signature ?? null) : null,
  ];
}
