import { exportTable } from "#server/results/tables/export-table.ts";
import type { TestApp } from "#tests/setup/app.ts";

/** Returns the lines of a table of the results below its header. */
export async function tableRows(app: TestApp, studyId: string, table: string): Promise<string[]> {
  const { pieces } = (await exportTable(app, studyId, `${table}.csv`)) ?? { pieces: [] };
  return (await Array.fromAsync(pieces)).join("").split("\r\n").slice(1, -1);
}
