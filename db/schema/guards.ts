import { type UniqueKey, uniqueKeys } from "./keys.ts";

/**
 * Append-only tables: the database itself refuses updates and deletes. Rows of a study can only be deleted with the whole
 * study, after its row was marked with `next_seq` 0.
 * @internal
 */
export const appendOnlyTables = [
  "log_entry",
  "tree_tile",
  "checkpoint",
  "cosignature",
  "seat_key",
  "ballot",
  "violation",
  "draw",
  "decision",
  "outcome",
  "override",
  "learner_update",
  "security_event",
] as const;

/** Prefix of the guards' own refusals; the rest is the table, or the key. */
export const appendOnlyMark = "append-only: ";
export const duplicateMark = "append-only, exists already: ";

/** The append-only table that keeps its rows when a study is deleted. */
const outlivesStudies = "security_event";
const deletedStudy = "SELECT 1 FROM study WHERE id = OLD.study_id AND next_seq = 0";
const unlessDeleted = `WHEN NOT EXISTS (${deletedStudy}) `;

type SqliteGuard = { name: string; table: string; sql: string };

/**
 * `INSERT OR REPLACE` deletes the conflicting row without running the delete triggers (unless `recursive_triggers` is
 * on, which any other program on the file may leave off). So each key is looked up before the insert: the hidden rowid
 * too.
 */
export const sqliteGuards: readonly SqliteGuard[] = appendOnlyTables.flatMap((table) => [
  refusal(table, `${table}_no_update`, "UPDATE"),
  refusal(table, `${table}_no_delete`, "DELETE", table === outlivesStudies ? "" : unlessDeleted),
  ...uniqueKeys.filter((key) => key.table === table).map(replaceGuard),
  replaceGuard({ table, name: `${table}_rowid`, columns: ["rowid"] }),
]);

function refusal(table: string, name: string, event: "UPDATE" | "DELETE", when = ""): SqliteGuard {
  const sql = `CREATE TRIGGER ${name} BEFORE ${event} ON ${table} ${when}BEGIN SELECT RAISE(ABORT, '${appendOnlyMark}${table}'); END`;
  return { name, table, sql };
}

function replaceGuard({ table, name: key, columns }: UniqueKey): SqliteGuard {
  const name = `${key}_no_replace`;
  const same = columns.map((column) => `${column} = NEW.${column}`).join(" AND ");
  const sql = `CREATE TRIGGER ${name} BEFORE INSERT ON ${table} WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${same}) BEGIN SELECT RAISE(ABORT, '${duplicateMark}${key}'); END`;
  return { name, table, sql };
}

export const pgGuardFunction = "refuse_change";
export const pgGuardBody = ` BEGIN IF TG_OP = 'DELETE' AND TG_TABLE_NAME <> '${outlivesStudies}' THEN IF EXISTS (${deletedStudy}) THEN RETURN OLD; END IF; END IF; RAISE EXCEPTION '${appendOnlyMark}%', TG_TABLE_NAME; END `;

/** `kind` is the bit set of pg_trigger.tgtype: row 1, before 2, delete 8, update 16, truncate 32. */
type PgGuard = { name: string; table: string; kind: number; sql: readonly string[] };

/** ALWAYS, because a session in replica mode skips ordinary triggers. */
export const pgGuards: readonly PgGuard[] = appendOnlyTables.flatMap((table) => [
  pgGuard(table, `${table}_no_change`, 27, "BEFORE UPDATE OR DELETE", "ROW"),
  pgGuard(table, `${table}_no_truncate`, 34, "BEFORE TRUNCATE", "STATEMENT"),
]);

function pgGuard(table: string, name: string, kind: number, event: string, each: string): PgGuard {
  const sql = [
    `CREATE TRIGGER ${name} ${event} ON ${table} FOR EACH ${each} EXECUTE FUNCTION ${pgGuardFunction}()`,
    `ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${name}`,
  ];
  return { name, table, kind, sql };
}

/**
 * Statements of the migration that sets the guards, in order.
 * @internal
 */
export const guardMigrations = {
  sqlite: sqliteGuards.map((guard) => guard.sql),
  pg: [
    `CREATE FUNCTION ${pgGuardFunction}() RETURNS trigger LANGUAGE plpgsql AS $$${pgGuardBody}$$`,
    ...pgGuards.flatMap((guard) => guard.sql),
  ],
};
