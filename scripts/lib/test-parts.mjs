import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.mjs";
import { run } from "./processes.mjs";
import { Refusal } from "./refusal.mjs";
import { FULL_ONLY, JOURNEY } from "./test-tiers.mjs";

const REPORTER = (name) => fileURLToPath(new URL(`./${name}-counts.mjs`, import.meta.url));
export const NOTHING = { passed: 0, failed: [], skipped: [] };

/** Runs one check that passes or fails as a whole. */
export async function runCheck(commands) {
  for (const [program, ...args] of commands) {
    const { code, output } = await run(program, args, { capture: true });
    if (code !== 0) return { ...NOTHING, failed: [{ name: [program, ...args].join(" ") }], output };
  }
  return { ...NOTHING, passed: 1 };
}

/** Builds if necessary. The build is not a test: it counts only if it fails. */
export async function runBuild() {
  if (isBuilt()) return { ...NOTHING, note: "up to date" };
  await build();
  return NOTHING;
}

/** Runs unit tests. The counts are written to `folder`; without filters the quick tier leaves out its files. */
export function runVitest(filters, { tier, folder, env }) {
  const leavesOut = tier === "quick" && filters.length === 0;
  const excluded = leavesOut ? Object.keys(FULL_ONLY).map((pattern) => `--exclude=${pattern}`) : [];
  const args = ["run", "--reporter=default", `--reporter=${REPORTER("vitest")}`, ...excluded, ...filters];
  return runTests("vitest", args, join(folder, "vitest.json"), env);
}

/** Runs browser tests on the built application; without filters the quick tier runs one journey. */
export async function runPlaywright(filters, { tier, folder, env }) {
  if (!isBuilt()) throw new Refusal("The browser tests did not run, because the build failed.");
  const leavesOut = tier === "quick" && filters.length === 0;
  const grep = leavesOut ? ["--grep", JOURNEY] : [];
  const args = ["test", `--reporter=list,${REPORTER("playwright")}`, ...grep, ...filters];
  // In the locale "C" Chromium cannot save a download below a folder with an umlaut in its name.
  return runTests("playwright", args, join(folder, "playwright.json"), { ...env, LC_ALL: "C.UTF-8" });
}

async function runTests(program, args, countsFile, env) {
  const { code, output } = await run(program, args, {
    capture: true,
    env: { ...env, EVENHAND_COUNTS: countsFile },
  });
  const counts = readCounts(countsFile);
  // A runner that crashes writes no results, or some without the failure.
  const isCrash = code !== 0 && counts.failed.length === 0;
  const failed = isCrash ? [{ name: program, reason: `it ended with code ${code}` }] : counts.failed;
  return { ...counts, failed, output };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return NOTHING;
  }
}
