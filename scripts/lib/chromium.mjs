import { aptInstall } from "./apt.mjs";
import { findProgram } from "./find-program.mjs";
import { run } from "./processes.mjs";

const DOWNLOAD_LIMIT_MS = 180_000;
/** Without windows first: the same engine, and a page costs it a third of the processor time. */
const NAMES = [
  ...["chromium-headless-shell", "/usr/bin/chromium", "chromium"],
  ...["chromium-browser", "google-chrome", "google-chrome-stable"],
];

/** The path of a Chromium that is already here, or undefined. */
export async function findChromium() {
  if (process.env.EVENHAND_CHROMIUM) return findProgram([process.env.EVENHAND_CHROMIUM]);
  const { chromium } = await import("@playwright/test");
  return findProgram([...NAMES, chromium.executablePath()]);
}

/** The path of a Chromium, installed if it has to be; undefined when none can be had. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found || process.env.EVENHAND_CHROMIUM) return found;
  if ((await aptInstall(["chromium-headless-shell"])) || (await aptInstall(["chromium"])))
    return findChromium();
  await run("playwright", ["install", "chromium"], { capture: true, limitMs: DOWNLOAD_LIMIT_MS });
  return findChromium();
}
