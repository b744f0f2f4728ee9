import { pgGuardBody, pgGuardFunction, pgGuards, sqliteGuards } from "#db/schema/guards.ts";
import type { EngineName, RunSql } from "./store.ts";
import { StoreError } from "./store-error.ts";

/**
 * Checks the triggers that guard the append-only tables. If one is missing, history may have been altered; only a check
 * of the log can tell.
 *
 * @throws StoreError "guards-missing" if a guard is missing or altered
 */
export async function checkGuards(engine: EngineName, run: RunSql): Promise<void> {
  const missing = engine === "sqlite" ? await missingInSqlite(run) : await missingInPg(run);
  if (missing.length === 0) return;
  throw new StoreError(
    "guards-missing",
    `Triggers that protect the database's history are missing or altered: ${missing.join(", ")}. Check the log against a receipt, then restore a backup.`,
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
