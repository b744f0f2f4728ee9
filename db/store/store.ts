import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import type { Tables } from "#db/schema/schema.ts";

/** Hides the result of a statement without `returning`, which differs by engine. */
interface NoResult extends PgQueryResultHKT {
  readonly type: unknown;
}

type Database = PgDatabase<NoResult>;
type SelectOnly<Source> = Pick<Source, Extract<keyof Source, "select" | "selectDistinct">>;

/** Typed as Postgres on both engines, without features that only one of them has (`distinct on`, raw statements). */
type SelectQueries = SelectOnly<Database> &
  Pick<Database, "$count" | "$with"> & {
    with(...queries: Parameters<Database["with"]>): SelectOnly<ReturnType<Database["with"]>>;
  };

type WriteQueries = SelectQueries & Pick<Database, "insert" | "update" | "delete">;

declare const writing: unique symbol;

/** `q` builds queries, `t` holds this engine's tables: `db.q.select().from(db.t.round)`. */
export type Reader = { readonly q: SelectQueries; readonly t: Tables };

/** A Reader that may also write. Only `Store.tx` makes one. */
export type Tx = { readonly q: WriteQueries; readonly t: Tables; readonly [writing]: true };

export type EngineName = "sqlite" | "postgres";

export interface Store {
  readonly engine: EngineName;

  /**
   * Runs `body` in one transaction and resolves once it is durable.
   *
   * A body may run more than once (a lost deadlock, a failed shared commit), so it must not change anything but the
   * database. It must not wait for a network, a worker or a timer: it holds a lock that other callers wait for.
   * Statements run one after another: await each. After a failed statement the transaction is lost, even if the body
   * catches the error: on Postgres nothing else is possible, and both engines must behave alike. Look first, or catch
   * outside.
   *
   * @throws what the body threw, after everything it did was undone
   * @throws StoreError: see its codes; "nested-transaction" when called inside a body of the same store
   */
  tx<T>(body: (tx: Tx) => Promise<T>): Promise<T>;

  /**
   * Runs `body` on one consistent snapshot, taken at its first query at the latest. It sees everything that was committed
   * before the call, and nothing uncommitted.
   *
   * @throws StoreError "nested-transaction" inside another body of the same store. A Tx is also a Reader: pass it on
   */
  read<T>(body: (reader: Reader) => Promise<T>): Promise<T>;

  /** Returns milliseconds since an arbitrary start, by a clock that all processes on this database share. */
  time(): Promise<number>;

  /** Returns how long the oldest waiting call has waited, in milliseconds; 0 if none waits. */
  backlogOf(kind: "read" | "write"): number;

  /** Waits for running work, refuses anything new, and releases the connections. */
  close(): Promise<void>;
}

/** Runs raw statements for migrations and the check of guards; returns positional rows as the driver does. */
export type RunSql = (sql: string, params?: readonly unknown[]) => Promise<unknown[][]>;

/** A store whose schema may be changed. All other callers get the plain Store. */
export interface MigratableStore extends Store {
  /**
   * Runs one exclusive transaction of raw statements, alone among all processes on this database. On SQLite foreign
   * keys are not enforced while it runs (a rebuilt table would otherwise delete its children's rows) and are checked
   * before it commits.
   */
  alter<T>(body: (run: RunSql) => Promise<T>): Promise<T>;
}
