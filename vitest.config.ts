import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    exclude: ["tests/e2e/**"],
    globalSetup: ["tests/setup/worker.ts", "tests/setup/postgres-template.ts"],
    setupFiles: [
      "tests/setup/async-storage.ts",
      "tests/setup/fresh-process.ts",
      "tests/setup/silent-console.ts",
    ],
    pool: "forks",
    execArgv: ["--import", "./scripts/lib/quick-packages.mjs"],
    maxWorkers: 3,
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
});
