import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { RunOptions } from "axe-core";
import { isFullRun } from "../setup/tier.ts";

/** The short form is read by a page in half the time. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Expects that axe finds no problem in a page's state, neither wide and light nor, for rules that can differ, narrow and
 * dark, and that the page does not scroll sideways at any width. `every-page.spec.ts` checks each page at both widths
 * in both themes.
 */
export async function expectSound(page: Page): Promise<void> {
  await expectSoundWide(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  for (const width of [768, 320, 360]) await expectNoSidewaysScroll(page, width);
  expect(await violations(page, narrowRules), "axe, dark, 360 px").toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Rules whose result can differ between light and dark: only the colours of app/tokens.css, in every language. */
const colourRules = ["color-contrast", "link-in-text-block"];
/** Rules whose result can also differ at another width, where more scrolls. */
const narrowRules = [...colourRules, "scrollable-region-focusable"];

/** Both themes at two widths, with the rules whose result can differ from the earlier checks. */
const looks = [
  { width: 1280, colorScheme: "light" },
  { width: 1280, colorScheme: "dark", rules: colourRules },
  { width: 360, colorScheme: "light" },
  { width: 360, colorScheme: "dark", rules: colourRules },
] as const;

/** Expects that axe finds no problem on a page at any width in any theme, and that it never scrolls sideways. */
export async function expectSoundEverywhere(page: Page): Promise<void> {
  await expectLoaded(page);
  for (const { width, colorScheme, ...look } of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectNoSidewaysScroll(page, width);
    const rules = "rules" in look ? look.rules : undefined;
    expect(await violations(page, rules), `axe, ${colorScheme}, ${width} px`).toEqual([]);
  }
  for (const width of [768, 320]) await expectNoSidewaysScroll(page, width);
}

/**
 * Expects that axe finds no problem on a page, wide and light. It runs only in the quick tier: in the full tier
 * `every-page.spec.ts` looks at each page.
 */
export async function expectAccessible(page: Page): Promise<void> {
  if (!isFullRun) await expectSoundWide(page);
}

/**
 * Expects almost no layout shift while the page loads, at its current width. Lighthouse calls up to 0.1 good. The
 * page is loaded once more before it fails: on a busy machine the font, or another test's change, may come late.
 */
export async function expectStill(page: Page): Promise<void> {
  let shift = await shiftOf(page);
  if (shift >= 0.1) {
    await page.reload();
    await page.waitForTimeout(1_000);
    shift = await shiftOf(page);
  }
  expect.soft(shift, `layout shift on ${page.url()}`).toBeLessThan(0.1);
}

/** Returns how much of the page moved while it loaded, as Lighthouse counts it. */
export function shiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const observer = new PerformanceObserver((list) => {
          type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean };
          for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) sum += entry.value;
        });
        observer.observe({ type: "layout-shift", buffered: true });
        // Buffered entries come first, in a separate task, and not at all if nothing moved.
        setTimeout(() => resolve(sum), 100);
      }),
  );
}

async function expectSoundWide(page: Page): Promise<void> {
  await expectLoaded(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoSidewaysScroll(page, 1280);
  expect(await violations(page), "axe, light, 1280 px").toEqual([]);
}

/** Waits for title and heading: after a navigation in the page, either can come later than the other. */
async function expectLoaded(page: Page): Promise<void> {
  await expect(page).toHaveTitle(/\S/);
  await expect(page.locator("main h1").filter({ visible: true }).first()).toBeVisible();
}

/** Expects that a page does not scroll sideways at a width in pixels. It keeps this width. */
export async function expectNoSidewaysScroll(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  const { overflow, dir } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    dir: document.documentElement.dir,
  }));
  expect.soft(overflow, `sideways at ${width} px, ${dir}, on ${page.url()}`).toBeLessThanOrEqual(0);
}

/**
 * Returns axe's findings by rule: of all rules, of some, or of the rules that can differ between languages, which is all
 * but colours. The page keeps axe, because loading it takes as long as a run of all rules. Passes,
 * selectors and style sheets (which only a rule that is off by default reads) are left out: they take more than half of
 * a run's time.
 */
export async function violations(
  page: Page,
  rules?: readonly string[] | "language",
): Promise<[rule: string, html: string[]][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const options: RunOptions = {
    ...{ resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] } },
    ...(rules === "language"
      ? { rules: Object.fromEntries(colourRules.map((rule) => [rule, { enabled: false }])) }
      : rules && { runOnly: [...rules] }),
  };
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const found = await axe.run(document, options);
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, options);
}
