import * as meaning from "#messages/tables.ts";
import { pairColumns, roundColumn, seqColumn } from "../base/common-columns.ts";
import { pairCells, RoundsInPlay } from "../base/rounds-in-play.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

export const verdicts: TableDefinition = {
  name: "verdicts",
  about: meaning.verdictsTable,
  columns: [
    seqColumn,
    roundColumn,
    column("seat", "text", meaning.verdictSeat),
    column("ballot_version", "integer", meaning.ballotVersion),
    ...pairColumns,
    column("verdict", "text", meaning.verdict),
    column("tolerance", "integer?", meaning.tolerance, meaning.points),
    column("tolerance_only", "boolean", meaning.toleranceOnly),
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
