import { type Placeholder, sql } from "drizzle-orm";
import type { Statement } from "./gate.ts";
import type { Reader, Tx } from "./store.ts";

/** How a body reaches its connection, and where queries of its engine are built once for all. */
type Way = { readonly statement: Statement; readonly builder: Tx };

const ways = new WeakMap<Reader, Way>();

/** For the stores: from now on the prepared queries of this body run through its gate. */
export function showWay(tx: Tx, way: Way): Tx {
  ways.set(tx, way);
  return tx;
}

/** Whose query is handed over just now. */
let caller: Statement | undefined;

/** What the builder of an engine is made with: each statement goes to the body that asked for it. */
export const callersStatement: Statement = (text, params, method) => {
  if (caller === undefined) throw new Error("a prepared query was not handed over at once");
  return caller(text, params, method);
};

type Built = { execute(values: Record<string, unknown>): Promise<unknown> };
type Buildable<Result> = PromiseLike<Result> & { prepare(name: string): unknown };

/** What a prepared query is given. Nothing encodes a value in a condition, so these two kinds are all. */
type Kinds = Readonly<Record<string, "text" | "number">>;
type Values<Of extends Kinds> = { readonly [Name in keyof Of]: { text: string; number: number }[Of[Name]] };
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
    const way = ways.get(db);
    if (way === undefined) throw new Error("a prepared query was given no body of a store");
    const query = built.get(db.t) ?? (build(way.builder, places).prepare("") as Built);
    built.set(db.t, query);
    caller = way.statement;
    try {
      // Handed over before it returns: nobody else's query can come in between.
      return query.execute(values) as Promise<Result>;
    } finally {
      caller = undefined;
    }
  };
}
