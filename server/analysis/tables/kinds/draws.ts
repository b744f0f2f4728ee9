import type { Entry } from "#server/audit-log/entries.ts";
import { roundColumn, seqColumn } from "../base/common-columns.ts";
import type { TableDefinition, TableRow, TableSource } from "../base/table.ts";

export const draws: TableDefinition = {
  name: "draws",
  about: "The draw of every round that ended with one: of a closed round the one that counts.",
  columns: [
    seqColumn,
    roundColumn,
    {
      name: "counts",
      type: "boolean",
      about: "false for a cancelled round: then it is the draw that a close would have made.",
    },
    { name: "u", type: "number", about: "The number drawn, from 0 up to and without 1." },
    {
      name: "hypothesis",
      type: "integer",
      nullable: true,
      about: "Catalogue number of the rule drawn, from 0; empty if the draw was even.",
    },
    {
      name: "even_order",
      type: "text",
      nullable: true,
      about:
        "Positions in the order in which an even draw summed chances, with blanks between; empty if one rule was drawn.",
    },
    { name: "selected", type: "integer", about: "How many people it selected." },
    { name: "link", type: "text", about: "The link of the seed chain that it published, in hex." },
    {
      name: "beacon_signature",
      type: "text",
      nullable: true,
      about: "The public number that it used, in hex; empty without a beacon.",
    },
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
