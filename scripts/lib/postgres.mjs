import { readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";
import { atEnd } from "./lifecycle.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { freePort } from "./port.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const DEBIAN = "/usr/lib/postgresql";
// The server refuses to run as root; root's PATH does not always have the folder of runuser.
const RUNUSER = findProgram(["runuser", "/usr/sbin/runuser"]) ?? "runuser";
const AS_SERVER_USER = process.getuid() === 0 ? [RUNUSER, "-u", "postgres", "--"] : [];

/** Nobody misses these data after a crash, and nobody tidies them up. */
const FORGETFUL = "-c fsync=off -c full_page_writes=off -c autovacuum=off";

/** Starts an empty PostgreSQL that lives as long as this script; its address, or undefined when none can be had. */
export async function startPostgres() {
  const postgres = await makePostgres(FORGETFUL, memoryFolder());
  if (postgres === undefined) return undefined;
  atEnd(postgres.remove);
  return postgres.url;
}

/**
 * Starts an empty PostgreSQL that lives until it is removed; undefined when none can be had.
 * `settings` are arguments of its server, such as "-c fsync=off"; its data lie below `within`.
 */
export async function makePostgres(settings, within = "/tmp") {
  const programs = findPostgres() ?? ((await aptInstall(["postgresql"])) ? findPostgres() : undefined);
  if (!programs) return undefined;
  const { output } = await asServerUser(["mktemp", "-d", join(within, "evenhand-postgres-XXXXXX")]);
  const folder = output.trim();
  const data = join(folder, "data");
  const port = await freePort();
  const where = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder}`;
  const initdb = ["-D", data, "--locale=C", "-E", "UTF8", "-A", "trust", "-U", "postgres", "--no-sync"];
  await asServerUser([join(programs, "initdb"), ...initdb], folder);
  const control = (...args) => asServerUser([join(programs, "pg_ctl"), "-D", data, "-w", ...args], folder);
  const start = () => control("-l", join(folder, "log"), "-o", `${where} ${settings}`, "start");
  const stop = (mode) => control("-m", mode, "stop");
  await start();
  return {
    folder,
    data,
    /** Runs a program as whoever the server runs as. @returns what it said */
    run: async (...command) => (await asServerUser(command, folder)).output,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    stop,
    remove: async () => {
      // Refused when it had not yet started, and then there is nothing to stop.
      await stop("immediate").catch(() => {});
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The folder with PostgreSQL's programs: the one on the PATH, else Debian's newest. */
function findPostgres() {
  const debian = findProgram(debianVersions().map((version) => `${DEBIAN}/${version}/bin/initdb`));
  const initdb = findProgram(["initdb"]) ?? debian;
  return initdb && dirname(initdb);
}

function debianVersions() {
  try {
    return readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
  } catch {
    return [];
  }
}

async function asServerUser(command, cwd = "/tmp") {
  const [program, ...args] = [...AS_SERVER_USER, ...command];
  const result = await run(program, args, { capture: true, cwd });
  if (result.code !== 0)
    throw new Refusal(`${basename(command[0])} of the temporary PostgreSQL failed: ${result.output}`);
  return result;
}
