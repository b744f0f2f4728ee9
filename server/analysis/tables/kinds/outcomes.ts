import { atColumn, positionColumn, roundColumn, seqColumn } from "../base/common-columns.ts";
import { LatestOutcomes } from "../base/latest-outcomes.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** Memory: one number for each outcome. */
export const outcomes: TableDefinition = {
  name: "outcomes",
  about: "Every recorded outcome of somebody selected, corrections included.",
  columns: [
    seqColumn,
    atColumn,
    roundColumn,
    positionColumn,
    column("version", "integer", "1 for the first record of this person, more for corrections."),
    column("outcome", "text", "yes, no, or lost: it will never be known."),
    column("is_latest", "boolean", "Whether nothing later corrects it."),
  ],
  rows,
};

async function* rows(source: TableSource): AsyncGenerator<TableRow> {
  const latest = await LatestOutcomes.read(source);
  for await (const { seq, at, body } of source.entries(["outcome.recorded"])) {
    const { round, position, version, value } = body;
    yield [seq, at, round, position, version, value, latest.at(round, position)?.seq === seq];
  }
}
