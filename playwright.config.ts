import { defineConfig, devices } from "@playwright/test";
import { findChromium } from "./scripts/lib/chromium.mjs";

const chromium = await findChromium();
const longest = [
  "every-language.spec.ts",
  "judging-views.spec.ts",
  "whole-job.spec.ts",
  "sign-in.spec.ts",
  "judging-trouble.spec.ts",
  "judging.spec.ts",
];

/** Only to end what hangs, in milliseconds: on a busy machine everything takes many times as long. */
const hangingMs = 180_000;

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/e2e",
  globalSetup: "./tests/setup/demo-server.ts",
  // A browser and a server take turns, so that on two cores a third worker finds time.
  workers: 3,
  fullyParallel: true,
  // A run of CI takes long: what fails once is tried again, and the report names each test that needed it.
  retries: process.env.CI === "true" ? 1 : 0,
  forbidOnly: process.env.CI === "true",
  timeout: 5 * hangingMs,
  expect: { timeout: hangingMs },
  // Tests that run one after the other in their file start first: started last, they would run alone at the end.
  projects: [
    { name: "longest", testMatch: longest },
    { name: "others", testIgnore: longest },
  ],
  use: {
    ...devices["Desktop Chrome"],
    actionTimeout: hangingMs,
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
