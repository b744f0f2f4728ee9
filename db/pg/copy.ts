import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import pg from "pg";
import { StoreError } from "#db/store/store-error.ts";

const run = promisify(execFile);

/** Writes a whole copy as it stands at one moment, with the tools of PostgreSQL. @param target a file that is not there yet */
export async function copyPg(url: string, target: string): Promise<void> {
  await tool("pg_dump", url, ["--format=custom", "--no-owner", "--no-privileges", `--file=${target}`]);
}

/** Puts a copy in the place of everything that is in the database, or changes nothing. */
export async function putBackPg(url: string, source: string): Promise<void> {
  await tool("pg_restore", url, [
    ...["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"],
    ...[`--dbname=${databaseOf(url)}`, source],
  ]);
}

/** Reads the list of what a copy holds, which finds one that is cut off. */
export async function listPg(url: string, source: string): Promise<void> {
  await tool("pg_restore", url, ["--list", source]);
}

/** A database of its own beside this one; null where this user may make none. */
export async function makeScratchPg(url: string): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const name = `evenhand_check_${randomBytes(6).toString("hex")}`;
  const scratch = new URL(url);
  scratch.pathname = `/${name}`;
  try {
    await ask(url, `create database ${name}`);
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === notAllowed) return null;
    throw error;
  }
  return {
    url: scratch.href,
    drop: () => ask(url, `drop database ${name} with (force)`).then(() => undefined),
  };
}

const notAllowed = "42501";

/** Whether anybody else is connected to the database. */
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
    await run(name, [...args], { env: { ...process.env, ...environmentOf(url) } });
  } catch (cause) {
    const isMissing = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const said = cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim() : "";
    const why = isMissing ? "it is not installed here (or not on the PATH)" : said.split("\n")[0];
    throw new StoreError("unavailable", `${name} failed: ${why}.`, { cause });
  }
}

/** What PostgreSQL's tools read instead of options, which everybody on the machine could see. */
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
