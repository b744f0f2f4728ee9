import type { TableRow } from "#server/analysis/tables/base/table.ts";
import { csvFile } from "#server/analysis/tables/formats/csv.ts";
import type { App } from "#server/platform/app/app.ts";
import { savedAs } from "#server/studies/exports/export-data.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";
import { findingsTables } from "./findings.ts";
import { policyTables } from "./policy.ts";

type Table = {
  readonly columns: readonly string[];
  rows(app: App, studyId: string): Promise<readonly TableRow[]> | AsyncIterable<TableRow>;
};

const tables = { ...policyTables, ...findingsTables } satisfies Record<string, Table>;

export type ResultsTable = keyof typeof tables;

/**
 * Exports a table of a study's results as a CSV file. Unlike a file of the data it follows from more than the log's
 * entries, so it is made as of this moment only.
 *
 * @param name `reports.csv` for the table `reports`
 * @returns undefined if there is no such table
 * @throws DomainError "not-found", "study-not-ready" at once
 */
export async function exportTable(
  app: App,
  studyId: string,
  name: string,
): Promise<{ savedAs: string; pieces: AsyncGenerator<string> } | undefined> {
  const table = Object.entries<Table>(tables).find(([key]) => `${key}.csv` === name)?.[1];
  if (table === undefined) return undefined;
  const study = await app.store.read((db) => requireStudy(db, studyId));
  settingsOf(study);
  const head = { seq: study.nextSeq - 1 };
  return { savedAs: savedAs(name, { study: studyId, head }), pieces: linesOf(table, app, studyId) };
}

async function* linesOf({ columns, rows }: Table, app: App, studyId: string): AsyncGenerator<string> {
  yield* csvFile(
    columns.map((name) => ({ name })),
    await rows(app, studyId),
  );
}
