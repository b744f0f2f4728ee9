import { listSecurityEvents, listSecurityLines } from "#db/queries/security.ts";
import { csvLine } from "#server/analysis/tables/formats/csv-line.ts";
import type { App } from "#server/platform/app/app.ts";
import { filterOf, named, namesIn, type SecuritySearch } from "#server/platform/security-log/read-events.ts";

const pageSize = 500;

/** Exports the whole security log, line by line as it was hashed (docs/security-log.md). */
export async function* exportSecurityLog(app: Pick<App, "store">): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const lines = await app.store.read((db) => listSecurityLines(db, { after, limit: pageSize }));
    if (lines.length === 0) return;
    for (const { seq, entry } of lines) {
      yield `${entry}\n`;
      after = seq;
    }
  }
}

/** Exports the matching events, newest first, as a CSV file with the names they refer to. */
export async function* exportSecurityTable(
  app: Pick<App, "store">,
  search: SecuritySearch,
): AsyncGenerator<string> {
  yield csvLine([
    "number",
    "time (UTC)",
    "what",
    "by",
    "by (id)",
    "account",
    "account (id)",
    "study",
    "network",
    "detail",
  ]);
  for (let before: number | undefined; ; ) {
    const page = await app.store.read(async (db) => {
      const filter = await filterOf(db, search);
      const rows =
        filter === null ? [] : await listSecurityEvents(db, { ...filter, before, limit: pageSize });
      const names = await namesIn(db, rows);
      return rows.map((row) => named(row, names));
    });
    if (page.length === 0) return;
    for (const event of page) {
      yield csvLine(cellsOf(event));
      before = event.seq;
    }
  }
}

function cellsOf({ seq, at, kind, actor, account, study, network, detail }: ReturnType<typeof named>) {
  const time = new Date(at).toISOString();
  const people = [actor, account].flatMap((person) => [person?.email ?? null, person?.id ?? null]);
  return [seq, time, kind, ...people, study?.name ?? null, network, JSON.stringify(detail)];
}
