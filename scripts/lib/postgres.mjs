import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { findProgram } from "./find-program.mjs";
import { freePort } from "./port.mjs";
import { run, start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";

const DEBIAN = "/usr/lib/postgresql";
/** Stop signals of PostgreSQL's main process. */
const STOP_SIGNALS = { fast: "SIGINT", immediate: "SIGQUIT" };
/** Settings for data that are deleted after the run and need not survive a crash. */
export const NOT_DURABLE = "-c fsync=off -c full_page_writes=off -c autovacuum=off";

/**
 * Starts an empty PostgreSQL server as a child of this process. It runs until `remove` or `stopProcesses` is called.
 * `settings` are arguments of the server, such as "-c fsync=off"; its data are in a new folder below `within`.
 */
export async function makePostgres(settings, within = tmpdir()) {
  const programs = findPostgres();
  if (!programs) throw new Refusal("PostgreSQL is not installed.");
  const user = serverUser();
  const folder = mkdtempSync(join(within, "evenhand-postgres-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const runAsServer = (...command) => runOrRefuse(command, { cwd: folder, ...user });
  const locale = ["--locale=C", "-E", "UTF8"];
  await runAsServer(
    join(programs, "initdb"),
    "-D",
    data,
    ...locale,
    "-A",
    "trust",
    "-U",
    "postgres",
    "--no-sync",
  );

  let server;
  const startServer = async () => {
    // TCP only: the path of a socket may be too long for macOS.
    const where = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
    const args = ["-D", data, ...`${where} ${settings}`.split(" ").filter(Boolean)];
    server = start(join(programs, "postgres"), args, {
      cwd: folder,
      ...user,
      stdio: ["ignore", "ignore", "pipe"],
      stopSignal: STOP_SIGNALS.fast,
      shutdownTimeoutMs: 10_000,
    });
    await untilReady(server);
  };
  const stop = async (mode) => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(STOP_SIGNALS[mode]);
    await ended;
  };
  await startServer();
  return {
    folder,
    data,
    /** Runs a program as the server's user. @returns its output */
    run: runAsServer,
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: startServer,
    stop,
    remove: async () => {
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Finds the folder of PostgreSQL's programs: the one on the PATH, else Debian's newest. */
export function findPostgres() {
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

/** Returns the user to run PostgreSQL as. It refuses to run as root, so root uses the user that its package created. */
function serverUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option) => Number(execFileSync("id", [option, "postgres"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

async function untilReady(server) {
  let output = "";
  const ready = new Promise((resolve) => {
    server.stderr.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (/ready to accept (read-only )?connections/.test(output)) resolve(true);
    });
  });
  const isReady = await Promise.race([ready, once(server, "exit").then(() => false)]);
  if (!isReady) throw new Refusal(`The temporary PostgreSQL did not start: ${output}`);
}

async function runOrRefuse([program, ...args], options) {
  const { code, output } = await run(program, args, { capture: true, ...options });
  if (code !== 0) throw new Refusal(`${basename(program)} of the temporary PostgreSQL failed: ${output}`);
  return output;
}
