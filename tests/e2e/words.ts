import { expect, type Page } from "@playwright/test";

/** Expects at most so many visible words at 1280 px, outside the bodies of tables. */
export async function expectFewWords(page: Page, most: number): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const words = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (!parent || parent.closest("tbody, option, script, style") || !parent.checkVisibility()) continue;
      const { width, height } = parent.getBoundingClientRect();
      if (width > 1 && height > 1) found.push(...(textContent?.match(/[\p{L}\p{N}]+\S*/gu) ?? []));
    }
    return found;
  });
  expect(words.length, words.join(" ")).toBeLessThanOrEqual(most);
}
