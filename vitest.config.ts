import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** On a fresh checkout nobody knows how long a file takes. Begun last, these would run alone at the end. */
const longest = /\/tests\/(trials|pages)\/|\/replay-equals-play\.test/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** It needs programs that are no part of the project, so only `npm run trial -- exports` runs it. */
const byOthers = process.env.EVENHAND_TRIAL_EXPORTS ? [] : ["tests/trials/exports.test.ts"];

/**
 * The only time limit of a test, and only against hanging: work is bounded by counts, since a busy machine is slow. A trial
 * takes hours.
 */
const isTrial = Object.keys(process.env).some((name) => name.startsWith("EVENHAND_TRIAL_"));
const hangingMs = (isTrial ? 24 * 60 : 20) * 60_000;

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**", ...byOthers],
    globalSetup: [
      // First, so that it looks for leftovers last.
      "tests/setup/temporary-root.ts",
      "tests/setup/worker.ts",
      "tests/setup/sqlite-template.ts",
      "tests/setup/postgres-template.ts",
    ],
    setupFiles: [
      "tests/setup/async-storage.ts",
      "tests/setup/fresh-process.ts",
      "tests/setup/silent-console.ts",
    ],
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    env: {
      // The address that requests of tests are sent to.
      NEXTAUTH_URL: "http://evenhand.example",
      // Those who test the second factor say who must have one; to all others it would be in the way.
      EVENHAND_SECOND_FACTOR: "none",
      // Each refusal is a line of the application log, and tests cause thousands.
      EVENHAND_LOG_LEVEL: "warn",
    },
    execArgv: ["--import", "./scripts/lib/quick-packages.mjs"],
    maxWorkers: 4,
    isolate: false,
    testTimeout: hangingMs,
    hookTimeout: hangingMs,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: hangingMs / 4 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
