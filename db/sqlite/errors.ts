import Database from "better-sqlite3";
import { appendOnlyMark, duplicateMark } from "#db/schema/guards.ts";
import { uniqueKeys } from "#db/schema/keys.ts";
import { isStoreError, StoreError, type StoreErrorCode } from "#db/store/store-error.ts";

type SqliteError = InstanceType<typeof Database.SqliteError>;

export function isSqliteError(error: unknown): error is SqliteError {
  return error instanceof Database.SqliteError;
}

export function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith("SQLITE_BUSY");
}

/** Converts an error of SQLite into a StoreError. SQLite's messages name tables and columns, never values. */
export function translateSqlite(error: unknown): StoreError {
  if (isStoreError(error)) return error;
  if (!isSqliteError(error)) {
    return new StoreError("statement", "SQLite could not run a statement.", { cause: error });
  }
  if (error.code.startsWith("SQLITE_CONSTRAINT")) return translateConstraint(error);
  const known = conditions.find(([prefix]) => error.code.startsWith(prefix));
  const [, code, message] = known ?? ["", "statement" as const, "SQLite refused a statement."];
  return new StoreError(code, message, { cause: error });
}

const conditions: readonly (readonly [prefix: string, code: StoreErrorCode, message: string])[] = [
  ["SQLITE_BUSY", "busy", "Another process is writing to the database."],
  ["SQLITE_LOCKED", "busy", "Another connection is using the database."],
  ["SQLITE_FULL", "full", "The disk is full: nothing was changed."],
  ["SQLITE_READONLY", "read-only", "The database file is not writable."],
  ["SQLITE_PERM", "read-only", "The database file cannot be opened for writing."],
  ["SQLITE_CANTOPEN", "unavailable", "The database file cannot be opened."],
  ["SQLITE_NOTADB", "damaged", "The file is not a database."],
  [
    "SQLITE_CORRUPT",
    "damaged",
    "The database file is damaged. Restore a backup with npm run restore -- FOLDER.",
  ],
  ["SQLITE_IOERR", "disk-failed", "The disk reported an error."],
  ["SQLITE_PROTOCOL", "unavailable", "File locks do not work on this file system."],
];

function translateConstraint(error: SqliteError): StoreError {
  const said = error.message;
  if (said.startsWith(duplicateMark)) return duplicate(said.slice(duplicateMark.length), error);
  if (said.startsWith(appendOnlyMark)) {
    return new StoreError(
      "append-only",
      `Rows of ${said.slice(appendOnlyMark.length)} cannot be changed or deleted.`,
      {
        cause: error,
      },
    );
  }
  const detail = said.slice(said.indexOf(": ") + 2);
  switch (error.code) {
    case "SQLITE_CONSTRAINT_UNIQUE":
    case "SQLITE_CONSTRAINT_PRIMARYKEY":
      return duplicate(nameByColumns.get(detail), error);
    case "SQLITE_CONSTRAINT_CHECK":
      return broken("check", `The check ${detail} failed.`, error, detail);
    case "SQLITE_CONSTRAINT_FOREIGNKEY":
      return broken(
        "foreign-key",
        "A row refers to a row that does not exist, or is still referred to.",
        error,
      );
    case "SQLITE_CONSTRAINT_NOTNULL":
      return broken("not-null", `A value is missing: ${detail}.`, error);
    default:
      return new StoreError("statement", "A constraint of the database refused a statement.", {
        cause: error,
      });
  }
}

/** Names of keys by their columns, which is how SQLite reports them: "ballot.study_id, ballot.seq". */
const nameByColumns: ReadonlyMap<string, string> = new Map(
  uniqueKeys.map((key) => [key.columns.map((column) => `${key.table}.${column}`).join(", "), key.name]),
);

function duplicate(constraint: string | undefined, cause: SqliteError): StoreError {
  return broken("unique", `This row already exists (${constraint ?? cause.message}).`, cause, constraint);
}

function broken(rule: StoreError["rule"] & string, message: string, cause: SqliteError, constraint?: string) {
  return new StoreError("constraint", message, { rule, cause, ...(constraint ? { constraint } : {}) });
}
