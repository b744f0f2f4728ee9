import { bootstrap } from "./bootstrap.mjs";
import { build, buildWorker, isBuilt } from "./build.mjs";
import { assertWritable, dataFolder } from "./data-folder.mjs";
import { isLoopback, nearAddress, publicAddress } from "./host.mjs";
import { main } from "./lifecycle.mjs";
import { patienceSettings, readPatience } from "./patience.mjs";
import { assertPortFree } from "./port.mjs";
import { prepare, seedDemo } from "./prepare.mjs";
import { serve } from "./serve.mjs";
import { devHelp, readStartOptions, startHelp } from "./start-options.mjs";
import { withoutServerSettings } from "./without-server-settings.mjs";

/** `npm start`: from a fresh clone to a server that answers. */
export function startEvenhand() {
  return startAs({
    command: "npm start",
    helpText: startHelp,
    script: "scripts/start.mjs",
    build: buildIfNeeded,
    next: "start",
    settings: () => ({ ...process.env, NODE_ENV: "production" }),
  });
}

/** `npm run build`: all that a start does before it looks at data, for machines where the program is not written to later. */
export function prepareEvenhand() {
  return main(async () => {
    await bootstrap("scripts/build.mjs");
    await buildIfNeeded();
    return say("Evenhand is installed and built.\n");
  });
}

/** `npm run dev`: a server whose pages follow the sources, on data of its own. */
export function developEvenhand() {
  return startAs({
    command: "npm run dev",
    helpText: devHelp,
    script: "scripts/dev.mjs",
    build: buildWorker,
    next: "dev",
    settings: () => ({
      ...withoutServerSettings(process.env),
      PORT: process.env.PORT,
      EVENHAND_DATA: "dev-data",
      NODE_ENV: "development",
    }),
  });
}

/** `settings` is asked again once our own Node stands first on the PATH. */
function startAs(way) {
  // Stopping a server is no failure, so npm has nothing to report.
  return main(() => startAndServe(way), { codeOnSignal: 0 });
}

async function startAndServe({ command, helpText, script, build, next, settings }) {
  const { help, demo, worker, port, host } = readStartOptions(command, process.argv.slice(2), settings());
  if (help) return say(helpText);
  const patienceMs = next === "start" ? readPatience(settings().EVENHAND_STOP_SECONDS) : undefined;
  const address = publicAddress(host, port, settings().NEXTAUTH_URL);
  const folder = dataFolder(settings());
  await assertPortFree(port, host);
  assertWritable(folder);
  await bootstrap(script);

  const env = () => ({ ...environment(settings(), folder, port, address), ...patienceSettings(patienceMs) });
  if (worker) return work({ port, host, patienceMs }, env());
  await build();
  return servePages({ demo, port, host, address, patienceMs, next }, env());
}

async function work(where, env) {
  if (!isBuilt()) await buildWorker();
  await prepare(env, "--worker");
  const { ended } = await serve("worker", where, { ...env, EVENHAND_HOST: where.host });
  say(`Evenhand is running at ${nearAddress(where.host, where.port)} as a worker, without pages\n`);
  await ended;
  return 1;
}

async function servePages({ demo, port, host, address, patienceMs, next }, env) {
  const token = await prepare(env, ...(demo ? [demo] : []));
  const aboutDemo = demo === "--demo" ? await seedDemo(env) : "";
  await assertPortFree(port, host);
  const { ended } = await serve(next, { port, host, patienceMs }, env);
  say(`Evenhand is running at ${address}\n`);
  // The demonstration brings its own administrator.
  if (token && !aboutDemo)
    say(`Create the first administrator: ${address}/invitation/${token} (works once)\n`);
  say(aboutDemo);
  if (aboutDemo && !isLoopback(host)) say(`Whoever reaches ${host} can sign in with it.\n`);
  await ended;
  return 1;
}

async function buildIfNeeded() {
  if (isBuilt()) return;
  say("Building, about half a minute ...\n");
  await build();
}

function environment(settings, folder, port, address) {
  return {
    ...settings,
    EVENHAND_DATA: folder,
    PORT: String(port),
    NEXT_TELEMETRY_DISABLED: "1",
    NEXTAUTH_URL: address,
  };
}

function say(text) {
  process.stdout.write(text);
  return 0;
}
