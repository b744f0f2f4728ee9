import { expect, type Page } from "@playwright/test";

/** Expects at most this many visible words at 1280 px. */
export async function expectFewWords(page: Page, most: number): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  expect.soft(await visibleWords(page), page.url()).toBeLessThanOrEqual(most);
}

/** Counts the words that a page shows outside table bodies, options and texts for screen readers. */
export async function visibleWords(page: Page): Promise<number> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      element.closest("tbody, option, .sr-only, svg") === null;
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document.body,
      NodeFilter.SHOW_TEXT,
    );
    let words = 0;
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement === null || !isShown(parentElement)) continue;
      words += (textContent ?? "").split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
    }
    return words;
  });
}
