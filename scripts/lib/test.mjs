import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { isBuilt } from "./build.mjs";
import { ensureChromium } from "./chromium.mjs";
import { atEnd, main } from "./lifecycle.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { startPostgres } from "./postgres.mjs";
import { Refusal } from "./refusal.mjs";
import { report, summarise } from "./report.mjs";
import { readTestOptions, testHelp } from "./test-options.mjs";
import { runBuild, runCheck, runPlaywright, runVitest } from "./test-parts.mjs";
import { withoutServerSettings } from "./without-server-settings.mjs";

const CHECKS = {
  // The route types come first: a fresh clone has none, and tsc needs them.
  types: [
    ["next", "typegen"],
    ["npm", "run", "--silent", "types"],
  ],
  lint: [["npm", "run", "--silent", "lint"]],
  knip: [
    ["npm", "run", "--silent", "knip"],
    ["npm", "run", "--silent", "knip:production"],
  ],
};
const nothing = { passed: 0, failed: 0, skipped: [] };
const QUICK_PACKAGES = new URL("./quick-packages.mjs", import.meta.url).href;
const isCi = process.env.CI === "true";

/** `npm test`: from a fresh clone to one line of sums. */
export function testEvenhand(args) {
  return main(() => testAll(args));
}

async function testAll(args) {
  const { help, wanted, filters } = readTestOptions(args);
  if (help) {
    process.stdout.write(testHelp);
    return 0;
  }
  await bootstrap();
  const folder = temporaryFolder();
  const env = environment(folder);
  const results = [];
  const add = async (name, work) => {
    const result = await report(name, work);
    results.push(result);
    return result;
  };

  const chromium = wanted.has("e2e") && (await add("chromium", needChromium));
  const postgres = wanted.has("unit") && (await add("postgres", needPostgres));
  for (const [name, commands] of Object.entries(CHECKS)) {
    if (wanted.has(name)) await add(name, () => runCheck(commands));
  }
  if (wanted.has("build")) await add("build", runBuild);
  if (postgres?.server) await add("unit", () => runUnitTests(filters.unit, folder, env, postgres));
  if (chromium?.path) await add("e2e", () => runBrowserTests(filters.e2e, folder, env, chromium));
  return summarise(results, isCi);
}

async function needChromium() {
  const path = await ensureChromium();
  if (path) return { ...nothing, path };
  if (isCi)
    throw new Refusal("Chromium is missing and could not be installed: install it or set EVENHAND_CHROMIUM.");
  const note = "no Chromium was found and none could be installed: install it or set EVENHAND_CHROMIUM";
  return { ...nothing, skipped: [{ name: "the browser tests" }], note };
}

async function needPostgres() {
  const server = process.env.EVENHAND_TEST_POSTGRES || (await startPostgres());
  if (server) return { ...nothing, server };
  if (isCi)
    throw new Refusal("PostgreSQL is missing and could not be installed: install it and run this again.");
  return {
    ...nothing,
    server: "pglite",
    note: "none to be had: PGlite, which has a single session, stands in",
  };
}

async function runUnitTests(words, folder, env, { server, note }) {
  return { ...(await runVitest(words, folder, { ...env, EVENHAND_TEST_POSTGRES: server })), note };
}

async function runBrowserTests(words, folder, env, { path }) {
  if (!isBuilt()) throw new Refusal("Not run, because the build failed.");
  return runPlaywright(words, folder, { ...env, EVENHAND_CHROMIUM: path });
}

/** What a test leaves lying about goes with this folder. */
function temporaryFolder() {
  const folder = mkdtempSync(join(memoryFolder(), "evenhand-run-"));
  atEnd(async () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** The tests bring their own data. Each program they start finds its packages sooner, and compiles none a second time. */
function environment(folder) {
  const env = withoutServerSettings(process.env);
  const options = [env.NODE_OPTIONS, `--import=${QUICK_PACKAGES}`].filter(Boolean).join(" ");
  return {
    ...env,
    NODE_OPTIONS: options,
    NODE_COMPILE_CACHE: join(folder, "compiled"),
    TMPDIR: folder,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}
