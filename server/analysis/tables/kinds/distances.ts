import * as meaning from "#messages/tables.ts";
import { statedInterval } from "#server/analysis/distances/intervals.ts";
import { pairColumns, roundColumn, seqColumn } from "../base/common-columns.ts";
import { pairCells, RoundsInPlay } from "../base/rounds-in-play.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** What seats said about distances, for metric learning. */
export const distances: TableDefinition = {
  name: "distances",
  about: meaning.distancesTable,
  columns: [
    seqColumn,
    roundColumn,
    column("seat", "text", meaning.verdictSeat),
    ...pairColumns,
    column("comparable", "boolean", meaning.isComparable),
    column("distance_from", "number", meaning.distanceFrom, meaning.probability),
    column("distance_to", "number", meaning.distanceTo, meaning.probability),
  ],
  rows,
};

const types = [
  ...(["study.created", "settings.revised", "round.opened"] as const),
  ...(["ballot.opened", "round.closed", "round.cancelled"] as const),
];

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const open = new RoundsInPlay();
  let alpha = 0;
  for await (const entry of source.entries(types)) {
    if (entry.type === "study.created" || entry.type === "settings.revised") {
      alpha = Number(entry.body.settings.learner.alpha);
    } else if (entry.type === "round.opened") open.open(entry);
    else if (entry.type === "ballot.opened") {
      const { round, seat, verdicts } = entry.body;
      const opening = open.of(round);
      for (const verdict of verdicts) {
        const [high, low, word] = verdict;
        if (word === "unsure") continue;
        const cells = pairCells(opening, high, low);
        const { from, to } = statedInterval(cells.at(-1) as number, alpha, verdict);
        yield [entry.seq, round, seat, ...cells, word === "unfair", from, to];
      }
    } else open.end(entry.body.round);
  }
}
