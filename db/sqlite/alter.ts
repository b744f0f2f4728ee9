import type { RunSql } from "#db/store/store.ts";
import { StoreError } from "#db/store/store-error.ts";
import { retryWhileBusy } from "./busy.ts";
import { openSqlite, type SqliteConnection } from "./connection.ts";
import { translateSqlite } from "./errors.ts";

/**
 * Implements `alter` of the SQLite store; see `MigratableStore`. Uses a connection of its own, because of the foreign
 * keys.
 */
export async function alterSqlite<T>(
  path: string,
  busyMs: number,
  body: (run: RunSql) => Promise<T>,
): Promise<T> {
  const connection = await openSqlite(path);
  try {
    // Inside a transaction this is silently ignored, and DROP TABLE then deletes the children's rows.
    connection.pragma("foreign_keys = OFF");
    await retryWhileBusy(() => connection.exec("begin exclusive"), busyMs);
    const result = await body(runOn(connection));
    checkForeignKeys(connection);
    connection.exec("commit");
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec("rollback");
    throw error;
  } finally {
    connection.close();
  }
}

function runOn(connection: SqliteConnection): RunSql {
  return async (sql, params = []) => {
    try {
      const statement = connection.prepare<unknown[], unknown[]>(sql);
      if (statement.reader) return statement.raw().all(...params);
      statement.run(...params);
      return [];
    } catch (error) {
      throw translateSqlite(error);
    }
  };
}

function checkForeignKeys(connection: SqliteConnection): void {
  const orphans = connection.pragma("foreign_key_check") as { table: string }[];
  if (orphans.length === 0) return;
  const tables = [...new Set(orphans.map((orphan) => orphan.table))].join(", ");
  throw new StoreError(
    "foreign-schema",
    `After this change ${orphans.length} rows would point to nothing (${tables}).`,
  );
}
