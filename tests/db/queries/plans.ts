import { drizzle as pgDrizzle } from "drizzle-orm/pg-proxy";
import { drizzle as sqliteDrizzle } from "drizzle-orm/sqlite-proxy";
import { uniqueKeys } from "#db/schema/keys.ts";
import type { Statement } from "#db/store/statement-queue.ts";
import type { EngineName, MigratableStore, Reader, RunSql } from "#db/store/store.ts";

/** A statement sent to the database, and the function of db/queries that sent it. */
export type RecordedStatement = {
  readonly query: string;
  readonly sql: string;
  readonly params: readonly unknown[];
};

/** A statement that reads every row of a table, or of an index over all of it. */
export type FullScan = { readonly query: string; readonly table: string; readonly sql: string };

/** The key under which stores keep a body's way to its connection (db/store/prepared.ts). */
const way = Symbol.for("evenhand.body");
type WithWay = Reader & { readonly [way]: { readonly statement: Statement } };

/** Wraps a body so that statements are recorded with their query; a test's own statements are not. */
export function recording<Db extends Reader>(
  db: Db,
  engine: EngineName,
  note: (recorded: RecordedStatement) => void,
): Db {
  const own = db as Db & WithWay;
  const recorded = (): Statement | undefined => {
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
      const statement = recorded();
      if (statement === undefined) return Reflect.get(target, key);
      if (key === way) return { ...target[way], statement };
      return engine === "sqlite" ? sqliteDrizzle(statement) : pgDrizzle(statement);
    },
  });
}

/** Returns the outermost function of db/queries in the stack. */
function callingQuery(stack: string): string | undefined {
  const frames = stack.split("\n").filter((frame) => /\/db\/queries\/[\w-]+\.ts/.test(frame));
  const outermost = frames.filter((frame) => !frame.includes("/tests/")).at(-1);
  return outermost?.match(/at (?:async )?(?:Module\.|Object\.)?(\w+)/)?.[1];
}

/** Lists the full scans in the engine's plans, with statistics that make it prefer indexes. */
export function fullScans(
  store: MigratableStore,
  recorded: readonly RecordedStatement[],
): Promise<FullScan[]> {
  const plan = store.engine === "sqlite" ? scansOnSqlite : scansOnPostgres;
  return store.alter(async (run) => {
    for (const line of store.engine === "sqlite" ? forgetSizes : assumeManyRows) await run(line);
    const found: FullScan[] = [];
    for (const { query, sql, params } of recorded.filter((one) => !hasEmptyList(one))) {
      const scanned = await plan(run, sql, params);
      for (const table of scanned.filter((name) => tables.has(name))) found.push({ query, table, sql });
    }
    return found;
  });
}

/** Lists the indexes in the engine's plan of a statement. */
export function indexesOf(
  store: MigratableStore,
  { sql, params }: RecordedStatement,
): Promise<readonly string[]> {
  return store.alter(async (run) => {
    for (const line of store.engine === "sqlite" ? forgetSizes : assumeManyRows) await run(line);
    if (store.engine === "postgres") return (await plansOnPostgres(run, sql, params)).flatMap(indexesIn);
    const rows = await run(`explain query plan ${sql}`, params);
    return rows.flatMap(([, , , detail]) => / INDEX (\w+)/.exec(String(detail))?.[1] ?? []);
  });
}

/** Deletes statistics, because with few rows SQLite would read them all. */
const forgetSizes = ["delete from sqlite_stat1", "analyze sqlite_schema"];

async function scansOnSqlite(run: RunSql, sql: string, params: readonly unknown[]): Promise<string[]> {
  const rows = await run(`explain query plan ${sql}`, params);
  return rows.flatMap(([, , , detail]) => {
    const scanned = /^SCAN ([a-z]\w*)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(String(detail));
    if (scanned === null || scanned[1] === "CONSTANT" || isOfFew(scanned[2])) return [];
    return [scanned[1] ?? ""];
  });
}

/** Makes PostgreSQL assume many rows: it multiplies the number of pages by the rows in one. */
const assumeManyRows = [
  "update pg_class set reltuples = 1e6, relpages = 1 where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')",
  ...["seqscan", "hashjoin", "mergejoin"].map((way) => `set local enable_${way} = off`),
];

const tables: ReadonlySet<string> = new Set(uniqueKeys.map(({ table }) => table));

/** Returns whether a statement has an empty list: then no row is read, whatever the plan. */
function hasEmptyList({ sql }: RecordedStatement): boolean {
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

/** Returns whether an index has few rows of a large table, so that all of it may be read. */
function isOfFew(index: string | undefined): boolean {
  return index === "round_unended" || index === "study_lease";
}
