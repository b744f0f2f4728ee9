import { watch } from "node:fs";
import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { build, buildWorker, isBuilt } from "./build.mjs";
import { assertUsable, dataFolder } from "./data-folder.mjs";
import { isLoopback, nearAddress, publicAddress } from "./host.mjs";
import { main } from "./lifecycle.mjs";
import { assertPortFree } from "./port.mjs";
import { prepare, seedDemo } from "./prepare.mjs";
import { withProgress } from "./progress.mjs";
import { root } from "./root.mjs";
import { serve } from "./serve.mjs";
import { readShutdownTimeout, shutdownSettings } from "./shutdown-settings.mjs";
import { devHelp, readStartOptions, startHelp } from "./start-options.mjs";
import { withoutServerSettings } from "./without-server-settings.mjs";

/** `npm start`: from a fresh clone to a running server. */
export function startEvenhand(args) {
  return startAs({
    args,
    command: "npm start",
    helpText: startHelp,
    build: buildIfNeeded,
    next: "start",
    // What Node compiled is kept with the build, so that the next start does not compile it again.
    settings: () => ({
      NODE_COMPILE_CACHE: join(root, ".next/compiled"),
      ...process.env,
      NODE_ENV: "production",
    }),
  });
}

/** `npm run build`: installs and builds, for machines where the program's folder is read-only later. */
export function prepareEvenhand() {
  return main(async () => {
    await bootstrap();
    await buildIfNeeded();
    return say("Evenhand is installed and built.\n");
  });
}

/** `npm run dev`: a server that rebuilds pages when their sources change, with its own data. */
export function developEvenhand(args) {
  return startAs({
    args,
    command: "npm run dev",
    helpText: devHelp,
    build: buildAndFollowMessages,
    next: "dev",
    settings: ({ demo = false } = {}) => ({
      ...withoutServerSettings(process.env),
      PORT: process.env.PORT,
      EVENHAND_DATA: demo ? "dev-demo-data" : "dev-data",
      NODE_ENV: "development",
    }),
  });
}

/**
 * Starts a server in one of these ways. `settings` is called again after bootstrap, which puts our own Node first on
 * the PATH.
 */
function startAs(way) {
  // Stopping a server is not a failure, so npm has nothing to report.
  return main(() => startAndServe(way), { codeOnSignal: 0 });
}

async function startAndServe({ args, command, helpText, build, next, settings }) {
  const { help, demo, worker, port, host } = readStartOptions(command, args, settings());
  if (help) return say(helpText);
  const shutdownTimeoutMs =
    next === "start" ? readShutdownTimeout(settings().EVENHAND_STOP_SECONDS) : undefined;
  const address = publicAddress(host, port, settings().NEXTAUTH_URL);
  const folder = dataFolder(settings({ demo }), demo);
  await assertPortFree(port, host);
  assertUsable(folder);
  await bootstrap();

  const env = () => ({
    ...environment(settings(), folder, port, address),
    ...shutdownSettings(shutdownTimeoutMs),
  });
  if (worker) return work({ port, host, shutdownTimeoutMs }, env());
  await build();
  return servePages({ demo, port, host, address, shutdownTimeoutMs, next }, env());
}

async function work(where, env) {
  if (!isBuilt()) await buildWorker();
  await prepare(env, "--worker");
  const { ended } = await serve("worker", where, { ...env, EVENHAND_HOST: where.host });
  say(`Evenhand is running at ${nearAddress(where.host, where.port)} as a worker, without pages\n`);
  await ended;
  return 1;
}

async function servePages({ demo, port, host, address, shutdownTimeoutMs, next }, env) {
  say("Starting ...\n");
  const token = await prepare(env, ...(demo ? ["--demo"] : []));
  const seeded = demo
    ? await withProgress("Preparing the demonstration", (report) => seedDemo(env, report))
    : undefined;
  await assertPortFree(port, host);
  const { ended } = await serve(next, { port, host, shutdownTimeoutMs }, env);
  say(`\nEvenhand is running at ${address}\n\n${nextStep(address, { token, seeded, host })}\n`);
  say(`The data are ${whereData(env)}.\n`);
  if (process.stdout.isTTY) say("To stop Evenhand, press Ctrl+C.\n");
  await ended;
  return 1;
}

/** Returns the sentence about the first step. The demonstration has its own administrator. */
function nextStep(address, { token, seeded, host }) {
  if (seeded) return `Next: open that address and sign in. ${aboutAccounts(seeded, host)}`;
  if (token) {
    return `Next: create the first administrator at ${address}/invitation/${token} (the link works once)`;
  }
  return "Next: open that address and sign in.";
}

function aboutAccounts({ password, accounts }, host) {
  const list = accounts.map(({ role, email }) => `  ${role.padEnd(14)} ${email}`).join("\n");
  const warning = isLoopback(host)
    ? ""
    : `\nWarning: every person who can reach ${host} can sign in with it.`;
  return `The password of each account is ${password}:\n${list}${warning}`;
}

function whereData({ DATABASE_URL, EVENHAND_DATA }) {
  return DATABASE_URL
    ? `in PostgreSQL (DATABASE_URL), the secrets in ${EVENHAND_DATA}`
    : `in ${EVENHAND_DATA}`;
}

async function buildIfNeeded() {
  if (!isBuilt()) await build();
}

/** Bundles the worker, then compiles the messages again after each change of a catalogue. */
async function buildAndFollowMessages() {
  await buildWorker();
  const { ensureMessages } = await import("./messages.mjs");
  watch(join(root, "components/messages"), () => {
    try {
      ensureMessages();
    } catch (error) {
      process.stderr.write(`${error.message}\n`);
    }
  });
}

function environment(settings, folder, port, address) {
  return {
    ...logSettings(settings),
    ...settings,
    EVENHAND_DATA: folder,
    PORT: String(port),
    NEXT_TELEMETRY_DISABLED: "1",
    NEXTAUTH_URL: address,
  };
}

/** Returns the log settings. On a terminal: plain lines, and only those that need attention. */
function logSettings({ EVENHAND_LOG_FORMAT }) {
  if (EVENHAND_LOG_FORMAT || !process.stdout.isTTY) return {};
  return { EVENHAND_LOG_FORMAT: "text", EVENHAND_LOG_LEVEL: "warn" };
}

function say(text) {
  process.stdout.write(text);
  return 0;
}
