import { execFile } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";
import { atEnd } from "./lifecycle.mjs";
import { freePort } from "./port.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const DEBIAN = "/usr/lib/postgresql";
// The server refuses to run as root; root's PATH does not always have the folder of runuser.
const RUNUSER = findProgram(["runuser", "/usr/sbin/runuser"]) ?? "runuser";
const AS_SERVER_USER = process.getuid() === 0 ? [RUNUSER, "-u", "postgres", "--"] : [];

/** Starts an empty PostgreSQL that lives as long as this script; its address, or undefined when none can be had. */
export async function startPostgres() {
  const programs = findPostgres() ?? ((await aptInstall(["postgresql"])) ? findPostgres() : undefined);
  if (!programs) return undefined;
  const { output } = await asServerUser(["mktemp", "-d", "/tmp/evenhand-postgres-XXXXXX"]);
  const folder = output.trim();
  const data = join(folder, "data");
  const port = await freePort();
  atEnd(() => remove(programs, folder, data));

  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`;
  const initdb = ["-D", data, "--locale=C", "-E", "UTF8", "-A", "trust", "-U", "postgres", "--no-sync"];
  await asServerUser([join(programs, "initdb"), ...initdb], folder);
  await asServerUser(
    [join(programs, "pg_ctl"), "-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"],
    folder,
  );
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
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
  if (result.code !== 0) throw new Refusal(`The temporary PostgreSQL did not start: ${result.output}`);
  return result;
}

async function remove(programs, folder, data) {
  const [program, ...args] = [
    ...AS_SERVER_USER,
    join(programs, "pg_ctl"),
    "-D",
    data,
    "-m",
    "immediate",
    "stop",
  ];
  // Refused when it had not yet started, and then there is nothing to stop.
  await promisify(execFile)(program, args, { cwd: folder }).catch(() => {});
  rmSync(folder, { recursive: true, force: true });
}
