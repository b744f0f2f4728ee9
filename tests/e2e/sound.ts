import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";

/** A page reads the short form in half the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Between light and dark only colours differ: the tokens of app/tokens.css. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** Light and dark, wide and 360 px: nothing axe can find. At no width anything that moves sideways. */
export async function expectSound(page: Page): Promise<void> {
  // A page that was reached by a link gets its title a moment after its heading.
  await expect(page).toHaveTitle(/\S/);
  for (const width of [1440, 768, 360, 320]) {
    await page.setViewportSize({ width, height: 900 });
    if (width === 1440 || width === 360) await expectAccessible(page, `${width} px`);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `sideways at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function expectAccessible(page: Page, width: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const found = await violations(page, colorScheme === "light" ? undefined : colourRules);
    expect(found, `axe, ${colorScheme}, ${width}`).toEqual([]);
  }
}

/**
 * What axe finds, by rule. A page takes axe in once: that takes as long as a look through all rules, and there are four
 * of them. What it finds in order is not told apart, nor where in a page something stands, and style sheets are not
 * read ahead for a rule that is off by default: together that is more than half of a look's time.
 */
async function violations(page: Page, rules?: string[]): Promise<[rule: string, html: string[]][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const options: RunOptions = {
    ...{ resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] } },
    ...(rules && { runOnly: rules }),
  };
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const found = await axe.run(document, options);
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, options);
}
