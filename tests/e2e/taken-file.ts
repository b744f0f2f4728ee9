import type { Download, Page } from "@playwright/test";

/**
 * The file that a press brings. An overloaded server says so at once, and the request is repeated.
 */
export async function takenFile(page: Page, press: () => Promise<void>): Promise<Download> {
  const coming = page.waitForEvent("download");
  const again = page.getByRole("button", { name: "Try again", exact: true });
  await press();
  for (;;) {
    const isOffered = again.waitFor().then(
      () => true,
      () => false,
    );
    if (!(await Promise.race([coming.then(() => false), isOffered]))) return coming;
    await again.click();
  }
}
