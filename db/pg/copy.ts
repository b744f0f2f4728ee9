import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { env as inherited } from "node:process";
import { promisify } from "node:util";
import pg from "pg";
import { StoreError } from "#db/store/store-error.ts";

/** The environment is passed on, not read: these tools need a PATH, and have settings of their own. */
const run = promisify(execFile);

/**
 * Writes a whole copy as of one moment, with PostgreSQL's own tools.
 * @param target a file that does not exist yet
 */
export async function copyPg(url: string, target: string): Promise<void> {
  await tool("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${target}`]);
}

/** Replaces everything in the database with a copy, or changes nothing. */
export async function putBackPg(url: string, source: string): Promise<void> {
  await tool("pg_restore", url, [
    ...["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"],
    ...[`--dbname=${databaseOf(url)}`, source],
  ]);
}

/** Reads a copy's table of contents, which detects a truncated copy. */
export async function listPg(url: string, source: string): Promise<void> {
  await tool("pg_restore", url, ["--list", source]);
}

/** Creates a scratch database on the same server; null where this user may not create databases. */
export async function makeScratchPg(url: string): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const name = `evenhand_check_${randomBytes(6).toString("hex")}`;
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  try {
    await ask(url, `create database ${name}`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === insufficientPrivilege) return null;
    throw error;
  }
  return {
    url: scratch.href,
    drop: () => ask(url, `drop database ${name} with (force)`).then(() => undefined),
  };
}

const insufficientPrivilege = "42501";

/** Returns whether another client is connected to the database. */
export async function isPgInUse(url: string): Promise<boolean> {
  const rows = await ask(
    url,
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
  );
  return rows.length > 0;
}

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function tool(name: string, url: string, args: readonly string[]): Promise<void> {
  try {
    await run(name, [...args], { env: { ...inherited, ...environmentOf(url) } });
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    const why = isMissing ? "it is not installed here (or not on the PATH)" : said.split("\n")[0];
    throw new StoreError("unavailable", `${name} failed: ${why}.`, { cause });
  }
}

/** Environment variables for PostgreSQL's tools. Command-line options would be visible to every user of the machine. */
function environmentOf(url: string): Record<string, string> {
  const { hostname, port, username, password, searchParams } = new URL(url);
  const given = {
    PGHOST: decodeURIComponent(hostname),
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: databaseOf(url),
    PGSSLMODE: searchParams.get("sslmode") ?? "",
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

function databaseOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
