import { type Placeholder, sql } from "drizzle-orm";
import type { Statement } from "./statement-queue.ts";
import type { Reader, Tx } from "./store.ts";

/** How a body reaches its connection, and where queries of its engine are built once for all. */
type Way = { readonly statement: Statement; readonly builder: Tx; readonly turn: Turn };

/** Whose query is handed over just now. */
type Turn = { caller: Statement | undefined };

// The bundler makes several copies of this module, and a store of one is asked by the queries of another.
const way = Symbol.for("evenhand.way");

/**
 * For the stores: what makes the Tx of a body, so that prepared queries find its connection.
 *
 * @param txOver makes a Tx whose statements go where it is told
 */
export function withPrepared(txOver: (statement: Statement) => Tx): (statement: Statement) => Tx {
  const turn: Turn = { caller: undefined };
  const builder = txOver((text, params, method) => {
    if (turn.caller === undefined) throw new Error("a prepared query was not handed over at once");
    return turn.caller(text, params, method);
  });
  return (statement) => Object.assign(txOver(statement), { [way]: { statement, builder, turn } });
}

type Built = { execute(values: Record<string, unknown>): Promise<unknown> };
type Buildable<Result> = PromiseLike<Result> & { prepare(name: string): unknown };

type OfKind = { text: string; number: number; numberOrNull: number | null };
/** What a prepared query is given. Nothing encodes a value in a condition, so these kinds are all. */
type Kinds = Readonly<Record<string, keyof OfKind>>;
type Values<Of extends Kinds> = { readonly [Name in keyof Of]: OfKind[Of[Name]] };
type Places<Of extends Kinds> = { readonly [Name in keyof Of]: Placeholder };

/**
 * A query that is built once an engine and process and then only filled in, for what many requests ask: building its text
 * takes several times as long as running it. Lists of changing length cannot be filled in.
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
    const found = (db as Reader & { readonly [way]?: Way })[way];
    if (found === undefined) throw new Error("a prepared query was given no body of a store");
    const { statement, builder, turn } = found;
    const query = built.get(db.t) ?? (build(builder, places).prepare("") as Built);
    built.set(db.t, query);
    turn.caller = statement;
    try {
      // Handed over before it returns: nobody else's query can come in between.
      return query.execute(values) as Promise<Result>;
    } finally {
      turn.caller = undefined;
    }
  };
}
