import * as meaning from "#messages/tables.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { roundColumn, seqColumn } from "../base/common-columns.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const draws: TableDefinition = {
  name: "draws",
  about: meaning.drawsTable,
  columns: [
    seqColumn,
    roundColumn,
    column("counts", "boolean", meaning.counts),
    column("u", "number", meaning.u),
    column("hypothesis", "integer?", meaning.hypothesis),
    column("even_order", "text?", meaning.evenOrder),
    column("selected", "integer", meaning.selectedCount),
    column("link", "text", meaning.link),
    column("beacon_signature", "text?", meaning.beaconSignature),
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
