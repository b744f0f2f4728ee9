import { pgGuardBody, pgGuardFunction, pgGuards, sqliteGuards } from "#db/schema/guards.ts";
import type { Dialect } from "./migrations.ts";
import type { RunSql } from "./store.ts";
import { StoreError } from "./store-error.ts";

/**
 * Checks the guards of the append-only tables. A removed guard means that history may have been altered, which only the
 * check of the log can tell.
 *
 * @throws StoreError "guards-missing" when a guard is not exactly as it was set
 */
export async function checkGuards(dialect: Dialect, run: RunSql): Promise<void> {
  const missing = dialect === "sqlite" ? await missingInSqlite(run) : await missingInPg(run);
  if (missing.length === 0) return;
  throw new StoreError(
    "guards-missing",
    `The database does not protect its history: missing or altered ${missing.join(", ")}. Check the log against a receipt, then restore a backup.`,
  );
}

async function missingInSqlite(run: RunSql): Promise<string[]> {
  const rows = await run("select name, sql from sqlite_schema where type = 'trigger'");
  const found = new Map(rows.map(([name, sql]) => [name, sql]));
  return sqliteGuards.filter((guard) => found.get(guard.name) !== guard.sql).map((guard) => guard.name);
}

/** Triggers that are always enabled, have no condition and no list of columns, and call our function with our text. */
const pgTriggers = `
  select t.tgname || ' ' || c.relname || ' ' || t.tgtype
  from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = current_schema()::regnamespace and p.pronamespace = c.relnamespace
    and t.tgenabled = 'A' and t.tgqual is null and t.tgattr::text = ''
    and p.proname = $1 and p.prosrc = $2`;

async function missingInPg(run: RunSql): Promise<string[]> {
  const rows = await run(pgTriggers, [pgGuardFunction, pgGuardBody]);
  const found = new Set(rows.map(([text]) => text));
  return pgGuards
    .filter((guard) => !found.has(`${guard.name} ${guard.table} ${guard.kind}`))
    .map((guard) => guard.name);
}
