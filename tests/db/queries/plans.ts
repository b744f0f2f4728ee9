import { drizzle as pgDrizzle } from "drizzle-orm/pg-proxy";
import { drizzle as sqliteDrizzle } from "drizzle-orm/sqlite-proxy";
import { uniqueKeys } from "#db/schema/keys.ts";
import type { Statement } from "#db/store/statement-queue.ts";
import type { EngineName, MigratableStore, Reader, RunSql } from "#db/store/store.ts";

/** A statement as it went to the database, and the function of db/queries that sent it. */
export type Noted = { readonly query: string; readonly sql: string; readonly params: readonly unknown[] };

/** Every row of the table (or of an index over all of it) is looked at, however large it has become. */
export type FullScan = { readonly query: string; readonly table: string; readonly sql: string };

/** Under this name the stores keep how a body reaches its connection (db/store/prepared.ts). */
const way = Symbol.for("evenhand.way");
type WithWay = Reader & { readonly [way]: { readonly statement: Statement } };

/** The same body, whose statements are noted with the query that they are of; a test's own are not. */
export function noting<Db extends Reader>(db: Db, engine: EngineName, note: (noted: Noted) => void): Db {
  const own = db as Db & WithWay;
  const noted = (): Statement | undefined => {
    const query = callingQuery(new Error().stack ?? "");
    if (query === undefined) return undefined;
    return (sql, params, method) => {
      note({ query, sql, params });
      return own[way].statement(sql, params, method);
    };
  };
  return new Proxy(own, {
    get(target, key) {
      if (key !== "q" && key !== way) return Reflect.get(target, key);
      const statement = noted();
      if (statement === undefined) return Reflect.get(target, key);
      if (key === way) return { ...target[way], statement };
      return engine === "sqlite" ? sqliteDrizzle(statement) : pgDrizzle(statement);
    },
  });
}

/** The outermost of the functions of db/queries that lead here. */
function callingQuery(stack: string): string | undefined {
  const frames = stack.split("\n").filter((frame) => /\/db\/queries\/[\w-]+\.ts/.test(frame));
  const outermost = frames.filter((frame) => !frame.includes("/tests/")).at(-1);
  return outermost?.match(/at (?:async )?(?:Module\.|Object\.)?(\w+)/)?.[1];
}

/** The full scans that the engine plans, by its own word, where an index would be as good as a scan of few rows. */
export function fullScans(store: MigratableStore, noted: readonly Noted[]): Promise<FullScan[]> {
  const plan = store.engine === "sqlite" ? scansOnSqlite : scansOnPostgres;
  return store.alter(async (run) => {
    for (const line of store.engine === "sqlite" ? forgetSizes : thinkBig) await run(line);
    const found: FullScan[] = [];
    for (const { query, sql, params } of noted.filter((one) => !asksForNobody(one))) {
      const scanned = await plan(run, sql, params);
      for (const table of scanned.filter((name) => tables.has(name))) found.push({ query, table, sql });
    }
    return found;
  });
}

/** The indexes by which the engine plans to read for a statement, by its own word. */
export function indexesOf(store: MigratableStore, { sql, params }: Noted): Promise<readonly string[]> {
  return store.alter(async (run) => {
    for (const line of store.engine === "sqlite" ? forgetSizes : thinkBig) await run(line);
    if (store.engine === "postgres") return (await plansOnPostgres(run, sql, params)).flatMap(indexesIn);
    const rows = await run(`explain query plan ${sql}`, params);
    return rows.flatMap(([, , , detail]) => / INDEX (\w+)/.exec(String(detail))?.[1] ?? []);
  });
}

/** With what it knows of a handful of rows it would read them all. */
const forgetSizes = ["delete from sqlite_stat1", "analyze sqlite_schema"];

async function scansOnSqlite(run: RunSql, sql: string, params: readonly unknown[]): Promise<string[]> {
  const rows = await run(`explain query plan ${sql}`, params);
  return rows.flatMap(([, , , detail]) => {
    const scanned = /^SCAN ([a-z]\w*)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(String(detail));
    if (scanned === null || scanned[1] === "CONSTANT" || isOfFew(scanned[2])) return [];
    return [scanned[1] ?? ""];
  });
}

/** The same of the other engine, which has to think that there are many: it multiplies the pages there are by what was in one. */
const thinkBig = [
  "update pg_class set reltuples = 1e6, relpages = 1 where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')",
  ...["seqscan", "hashjoin", "mergejoin"].map((way) => `set local enable_${way} = off`),
];

const tables: ReadonlySet<string> = new Set(uniqueKeys.map(({ table }) => table));

/** Of an empty list nothing is read, though a plan may say so. */
function asksForNobody({ sql }: Noted): boolean {
  return / where \(?(.*and )?false\b/.test(sql);
}

type PlanNode = {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Index Cond"?: string;
  readonly Plans?: readonly PlanNode[];
};

async function scansOnPostgres(run: RunSql, sql: string, params: readonly unknown[]): Promise<string[]> {
  return (await plansOnPostgres(run, sql, params)).flatMap((plan) => scansIn(plan));
}

async function plansOnPostgres(run: RunSql, sql: string, params: readonly unknown[]): Promise<PlanNode[]> {
  const [[answer] = []] = await run(`explain (format json) ${sql}`, params);
  const plans = (typeof answer === "string" ? JSON.parse(answer) : answer) as { Plan: PlanNode }[];
  return plans.map(({ Plan }) => Plan);
}

function indexesIn(node: PlanNode): string[] {
  return [...(node["Index Name"] ? [node["Index Name"]] : []), ...(node.Plans ?? []).flatMap(indexesIn)];
}

function scansIn(node: PlanNode, above = ""): string[] {
  const table = node["Relation Name"] ?? above;
  const below = (node.Plans ?? []).flatMap((each) => scansIn(each, table));
  const isSought = node["Index Cond"] !== undefined || isOfFew(node["Index Name"]);
  const isFull = /^(Seq|Index|Index Only|Bitmap Index) Scan$/.test(node["Node Type"]) && !isSought;
  return isFull ? [table, ...below] : below;
}

/** Indexes that hold few rows of a large table: all of such a one may be read. */
function isOfFew(index: string | undefined): boolean {
  return index === "round_unended" || index === "study_lease";
}
