import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.mjs";
import { freePort } from "./scripts/lib/port.mjs";

// Set once and inherited: Playwright loads this file again in each of its workers.
process.env.EVENHAND_E2E_PORT ??= String(await freePort());
const chromium = await findChromium();

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/setup/demo-server.ts",
  // A browser and a server take turns, so that on two cores a third worker finds time.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: process.env.CI === "true",
  // Limits for what never ends: on a busy machine a look of axe through a long page takes as long as a test elsewhere.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  projects: [
    // One test as long as several files together: begun last, it would run alone at the end.
    { name: "longest", testMatch: "whole-job.spec.ts" },
    { name: "others", testIgnore: "whole-job.spec.ts" },
  ],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: `http://localhost:${process.env.EVENHAND_E2E_PORT}`,
    // A trace of everything makes the run longer by half; what the page showed at a failure is kept in any case.
    trace: process.env.EVENHAND_TRACE ? "retain-on-failure" : "off",
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        // Nothing is drawn but by the processor, and a process of its own for that costs a tenth of a run.
        "--in-process-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
