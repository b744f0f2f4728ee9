import { once } from "node:events";
import { existsSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { nearAddress } from "./host.mjs";
import { start } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { root } from "./root.mjs";

const NEXT = "node_modules/next/dist/bin/next";
// A release's replacement for Next's command line; it reads the port and the address from the environment.
const RELEASED_SERVER = "server.js";
const QUICK_PACKAGES = new URL("./quick-packages.mjs", import.meta.url).href;
const BEFORE_NEXT = new URL("./before-next.mjs", import.meta.url).href;
const FOLLOW_PARENT = new URL("./follow-parent.mjs", import.meta.url).href;
/**
 * Options of Node for a server. By default each thread lets objects that live for one request fill 128 MB before it
 * looks which of them are still needed, and looks at older ones only when the heap has grown to a multiple of what is
 * needed: half as much again is allowed here.
 *
 * @internal for servers of tests
 */
export const SERVER_OPTIONS = ["--max-semi-space-size=16", "--heap-growing-percent=50"];
/**
 * Settings of a server's process. By default memory that one thread gave back is kept for it alone.
 *
 * @internal for servers of tests
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: "2" };
// After the shutdown timeout of requests, a server still closes its database.
const CLOSING_MS = 10_000;
// "dev" builds the first page before it answers, which is slow on a busy machine.
const ANSWER_LIMIT_MS = { start: 60_000, dev: 300_000, worker: 60_000 };

/**
 * Starts the web server and returns once it is ready; `ended` is settled when it ends. `shutdownTimeoutMs` is how long
 * a stop waits for requests, if the server itself waits for them. `command` is Next's: "start" serves the built pages,
 * "dev" builds each page on its first request; or "worker", which has no pages.
 */
export async function serve(command, { port, host, shutdownTimeoutMs }, env) {
  const program =
    command === "worker"
      ? ["--import", QUICK_PACKAGES, "server/cli/worker.ts"]
      : ["--import", BEFORE_NEXT, ...nextProgram(command, port, host)];
  // "dev" hands its options to a process of its own in NODE_OPTIONS, where Node refuses some of them.
  const options = command === "dev" ? [] : SERVER_OPTIONS;
  const server = start(process.execPath, [...options, "--import", FOLLOW_PARENT, ...program], {
    env: { ...SERVER_ENVIRONMENT, ...env, HOSTNAME: host },
    ...(shutdownTimeoutMs !== undefined && { shutdownTimeoutMs: shutdownTimeoutMs + CLOSING_MS }),
  });
  const ended = once(server, "exit");
  const answered = untilAnswer(nearAddress(host, port), Date.now() + ANSWER_LIMIT_MS[command]);
  const isUp = await Promise.race([answered, ended.then(() => false)]);
  if (!isUp) throw new Refusal("The web server did not start: its own message above says why.");
  return { ended };
}

function nextProgram(command, port, host) {
  if (existsSync(join(root, RELEASED_SERVER))) return [RELEASED_SERVER];
  return [NEXT, command, "-p", String(port), "-H", host];
}

async function untilAnswer(address, deadline) {
  while (Date.now() < deadline) {
    if (await answers(address)) return true;
    await sleep(100);
  }
  return false;
}

function answers(address) {
  return new Promise((resolve) => {
    const request = get(new URL("/readyz", address), { timeout: 10_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(false));
  });
}
