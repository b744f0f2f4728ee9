import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, isBuilt } from "./build.mjs";
import { run } from "./processes.mjs";

const REPORTER = (name) => fileURLToPath(new URL(`./${name}-counts.mjs`, import.meta.url));

/** One check that passes or fails as a whole. */
export async function runCheck(commands) {
  for (const [program, ...args] of commands) {
    const { code, output } = await run(program, args, { capture: true });
    if (code !== 0) return { passed: 0, failed: 1, skipped: [], output };
  }
  return { passed: 1, failed: 0, skipped: [] };
}

/** The build is no test: it counts only when it fails. */
export async function runBuild() {
  if (isBuilt()) return { passed: 0, failed: 0, skipped: [], note: "up to date" };
  await build();
  return { passed: 0, failed: 0, skipped: [] };
}

export function runVitest(filters, folder, env) {
  const args = ["run", "--reporter=default", `--reporter=${REPORTER("vitest")}`, ...filters];
  return runTests("vitest", args, join(folder, "vitest.json"), env);
}

export function runPlaywright(filters, folder, env) {
  const args = ["test", `--reporter=list,${REPORTER("playwright")}`, ...filters];
  return runTests("playwright", args, join(folder, "playwright.json"), env);
}

async function runTests(program, args, countsFile, env) {
  const { code, output } = await run(program, args, {
    capture: true,
    env: { ...env, EVENHAND_COUNTS: countsFile },
  });
  const counts = readCounts(countsFile);
  // A runner that breaks off leaves no count, or one that knows nothing of the break.
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed);
  return { ...counts, failed, output };
}

function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { passed: 0, failed: 0, skipped: [] };
  }
}
