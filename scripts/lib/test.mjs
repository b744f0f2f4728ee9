import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bootstrap } from "./bootstrap.mjs";
import { endProcessesOf, leftBehind } from "./left-behind.mjs";
import { atEnd, main } from "./lifecycle.mjs";
import { memoryFolder } from "./memory-folder.mjs";
import { makePostgres, NOT_DURABLE } from "./postgres.mjs";
import { Refusal } from "./refusal.mjs";
import { measure, report, summarise } from "./report.mjs";
import { readTestOptions, testHelp } from "./test-options.mjs";
import { NOTHING, runBuild, runCheck, runPlaywright, runVitest } from "./test-parts.mjs";
import { ensureProgram, PROGRAMS } from "./test-programs.mjs";
import { TIERS, tierOf } from "./test-tiers.mjs";
import { withoutServerSettings } from "./without-server-settings.mjs";

const CHECKS = {
  // The messages and the route types come first: tsc needs them, and a fresh clone has none.
  types: [
    ["node", "scripts/build-worker.mjs"],
    ["next", "typegen"],
    ["npm", "run", "--silent", "types"],
  ],
  lint: [["npm", "run", "--silent", "lint"]],
  knip: [
    ["npm", "run", "--silent", "knip"],
    ["npm", "run", "--silent", "knip:production"],
  ],
};
const QUICK_PACKAGES = new URL("./quick-packages.mjs", import.meta.url).href;

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
  const began = Date.now();
  const tier = tierOf(process.env);
  const folders = temporaryFolders();
  const how = { tier, folder: folders.run, env: environment(folders, tier) };
  const results = [];
  const add = async (name, measured) => {
    results.push(await report(name, measured));
    return results.at(-1);
  };
  const addCheck = (name) =>
    wanted.has(name) &&
    add(
      name,
      measure(() => runCheck(CHECKS[name])),
    );

  // Not during the build, which deletes the route types and generates them again.
  await addCheck("types");
  const building = wanted.has("build") && measure(runBuild);
  const installing = installAll(programsOf(tier, wanted), tier);
  await addCheck("lint");
  await addCheck("knip");
  if (building) await add("build", building);
  const paths = {};
  for (const [name, measured] of installing) ({ path: paths[name] } = await add(name, measured));

  const unit = wanted.has("unit") && measure(() => runUnitTests(filters.unit, how, paths));
  const env = { ...how.env, EVENHAND_CHROMIUM: paths.chromium };
  const e2e =
    wanted.has("e2e") &&
    paths.chromium &&
    // The one journey of the quick tier leaves a core nearly idle; all browser tests keep two cores busy.
    Promise.resolve(tier === "full" && unit).then(() =>
      measure(() => runPlaywright(filters.e2e, { ...how, env })),
    );
  if (unit) await add("unit", unit);
  if (e2e) await add("e2e", e2e);
  if (wanted.has("unit") || wanted.has("e2e"))
    await add(
      "left over",
      measure(() => runLeftOver(folders)),
    );
  return summarise(results, {
    tierLine: args.length > 0 ? `Only a part of the ${tier} tier, as named.` : TIERS[tier].line,
    seconds: (Date.now() - began) / 1_000,
    isCi: process.env.CI === "true",
  });
}

function programsOf(tier, wanted) {
  const needed = Object.entries(TIERS[tier].programs).filter(([part]) => wanted.has(part));
  return [...new Set(needed.flatMap(([, names]) => names))];
}

/** Finds or installs programs one after another, because only one apt-get can run at a time. */
function installAll(names, tier) {
  let before = Promise.resolve();
  return names.map((name) => {
    const measured = before.then(() => measure(() => need(name, tier)));
    before = measured;
    return [name, measured];
  });
}

/** Requires a program. A missing one is a failure in the full tier and a skip in the quick tier. */
async function need(name, tier) {
  if (name === "postgres" && process.env.EVENHAND_TEST_POSTGRES) return NOTHING;
  const { path, isNew, missing } = await ensureProgram(PROGRAMS[name]);
  if (path) return { ...NOTHING, path, note: isNew ? noteOf(name) : undefined };
  if (tier === "full") throw new Refusal(missing);
  return { ...NOTHING, skipped: [{ name: PROGRAMS[name].neededBy, reason: missing }], note: missing };
}

function noteOf(name) {
  if (name !== "postgres") return "installed";
  return "installed; no database was created, and none starts when this machine does";
}

async function runUnitTests(words, how, { postgres }) {
  if (how.tier === "quick") return runVitest(words, how);
  const url = process.env.EVENHAND_TEST_POSTGRES || (postgres && (await startPostgres(how.folder)));
  if (!url) throw new Refusal("The unit tests did not run, because PostgreSQL is missing: see above.");
  return runVitest(words, { ...how, env: { ...how.env, EVENHAND_TEST_POSTGRES: url } });
}

/** Starts PostgreSQL. Its folder is deleted with the run's, and its processes end with all others started here. */
async function startPostgres(folder) {
  const { url } = await makePostgres(NOT_DURABLE, folder);
  return url;
}

async function runLeftOver({ temporary }) {
  const left = await leftBehind(temporary);
  return {
    ...NOTHING,
    failed: left.map((name) => ({ name, reason: "left behind" })),
    output: left.join("\n"),
    note: left.length > 0 ? undefined : "nothing",
  };
}

/**
 * Creates the temporary folders: `run` for this script, and `temporary` for tests, which must be empty again at the
 * end.
 */
function temporaryFolders() {
  const run = mkdtempSync(join(memoryFolder(), "evenhand-run-"));
  const temporary = join(run, "tmp");
  mkdirSync(temporary);
  // PostgreSQL's user must be able to reach its data below them.
  for (const folder of [run, temporary]) chmodSync(folder, 0o711);
  atEnd(async () => {
    endProcessesOf(temporary);
    rmSync(run, { recursive: true, force: true, maxRetries: 5 });
  });
  return { run, temporary };
}

/**
 * Returns the environment of the tests, which have their own data. Programs that they start find their packages sooner
 * and compile none a second time.
 */
function environment({ run, temporary }, tier) {
  const env = withoutServerSettings(process.env);
  const options = [env.NODE_OPTIONS, `--import=${QUICK_PACKAGES}`].filter(Boolean).join(" ");
  return {
    ...env,
    NODE_OPTIONS: options,
    NODE_COMPILE_CACHE: join(run, "compiled"),
    // Playwright stores compiled tests in the temporary folder by default.
    PWTEST_CACHE_DIR: join(run, "playwright"),
    TMPDIR: temporary,
    EVENHAND_TEST_TIER: tier,
    NEXT_TELEMETRY_DISABLED: "1",
  };
}
