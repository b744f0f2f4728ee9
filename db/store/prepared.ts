import { type Placeholder, sql } from "drizzle-orm";
import type { Statement } from "./statement-queue.ts";
import type { Reader, Tx } from "./store.ts";

/** A body's connection, and the builder of prepared queries for its engine. */
type BodyContext = { readonly statement: Statement; readonly builder: Tx; readonly turn: Turn };

/** The caller whose query is currently passed on. */
type Turn = { caller: Statement | undefined };

// The bundler makes several copies of this module, and queries of one copy run on a store of another.
const bodyKey = Symbol.for("evenhand.body");

/**
 * Wraps a store's factory of Tx, so that prepared queries find the connection of a body.
 *
 * @param txOver makes a Tx that runs its statements through the given function
 */
export function withPrepared(txOver: (statement: Statement) => Tx): (statement: Statement) => Tx {
  const turn: Turn = { caller: undefined };
  const builder = txOver((text, params, method) => {
    if (turn.caller === undefined) throw new Error("a prepared query was not executed synchronously");
    return turn.caller(text, params, method);
  });
  return (statement) => Object.assign(txOver(statement), { [bodyKey]: { statement, builder, turn } });
}

type Built = { execute(values: Record<string, unknown>): Promise<unknown> };
type Buildable<Result> = PromiseLike<Result> & { prepare(name: string): unknown };

type OfKind = { text: string; number: number; numberOrNull: number | null };
/** Types of a prepared query's values. Values in a condition are not encoded, so no further types are needed. */
type Kinds = Readonly<Record<string, keyof OfKind>>;
type Values<Of extends Kinds> = { readonly [Name in keyof Of]: OfKind[Of[Name]] };
type Places<Of extends Kinds> = { readonly [Name in keyof Of]: Placeholder };

/**
 * Prepares a query once for each engine and process, for queries that many requests run: building its text takes
 * several times as long as running it. Lists of changing length cannot be parameters.
 */
export function prepared<const Of extends Kinds, Result>(
  kinds: Of,
  build: (db: Tx, places: Places<Of>) => Buildable<Result>,
): (db: Reader, values: Values<Of>) => Promise<Result> {
  const built = new WeakMap<Reader["t"], Built>();
  const places = Object.fromEntries(
    Object.keys(kinds).map((name) => [name, sql.placeholder(name)]),
  ) as Places<Of>;
  return (db, values) => {
    const found = (db as Reader & { readonly [bodyKey]?: BodyContext })[bodyKey];
    if (found === undefined) throw new Error("a prepared query was used outside a body of a store");
    const { statement, builder, turn } = found;
    const query = built.get(db.t) ?? (build(builder, places).prepare("") as Built);
    built.set(db.t, query);
    turn.caller = statement;
    try {
      // The statement is passed on before this returns: no other caller's query can come in between.
      return query.execute(values) as Promise<Result>;
    } finally {
      turn.caller = undefined;
    }
  };
}
