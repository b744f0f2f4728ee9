import * as meaning from "#messages/tables.ts";
import { atColumn, positionColumn, roundColumn, seqColumn } from "../base/common-columns.ts";
import { LatestOutcomes } from "../base/latest-outcomes.ts";
import { column, type TableDefinition, type TableRow, type TableSource } from "../base/table.ts";

/** Memory: one number for each outcome. */
export const outcomes: TableDefinition = {
  name: "outcomes",
  about: meaning.outcomesTable,
  columns: [
    seqColumn,
    atColumn,
    roundColumn,
    positionColumn,
    column("version", "integer", meaning.outcomeVersion),
    column("outcome", "text", meaning.outcome),
    column("is_latest", "boolean", meaning.isLatest),
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
