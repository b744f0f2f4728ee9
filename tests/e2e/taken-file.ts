import { type Download, expect, type Page } from "@playwright/test";

/**
 * Downloads a file by a press. An overloaded server answers with a message instead; then the page is opened again, and
 * the press repeated.
 */
export async function takenFile(page: Page, press: () => Promise<void>): Promise<Download> {
  const address = page.url();
  const coming = page.waitForEvent("download");
  for (;;) {
    const isRefused = page.waitForURL(/\/api\//, { waitUntil: "commit" }).then(
      () => true,
      () => false,
    );
    await press();
    if (!(await Promise.race([coming.then(() => false), isRefused]))) return coming;
    await expect(page.getByText(/try again/i)).toBeVisible();
    await page.goto(address);
  }
}
