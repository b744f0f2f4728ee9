import { findProgram } from "./find-program.mjs";
import { Refusal } from "./refusal.mjs";

/**
 * Names of Chromium, the headless shell first: it has the same engine, and a page costs it a third of the processor
 * time.
 */
const NAMES = [
  ...["chromium-headless-shell", "/usr/bin/chromium", "chromium"],
  ...["chromium-browser", "google-chrome", "google-chrome-stable"],
];

/** Finds the path of an installed Chromium, or undefined; EVENHAND_CHROMIUM overrides it. */
export async function findChromium() {
  const named = process.env.EVENHAND_CHROMIUM;
  if (named) {
    const path = findProgram([named]);
    if (path) return path;
    throw new Refusal(
      `EVENHAND_CHROMIUM names ${named}, which is no program: correct the path, or unset it.`,
    );
  }
  const { chromium } = await import("@playwright/test");
  return findProgram([...NAMES, chromium.executablePath()]);
}
