import { test as base, type Page } from "@playwright/test";

const kept = new WeakSet<object>();

/**
 * A test whose browser is empty again at its end. Pages that stay open are told of what later tests do, fetch it and
 * draw it, or ask a server for ever that is gone.
 */
export const test = base.extend<{ emptyBrowser: undefined }>({
  emptyBrowser: [
    async ({ browser }, use) => {
      await use(undefined);
      const left = browser.contexts().filter((context) => !kept.has(context));
      await Promise.all(left.map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** A page that a later test of its file goes on with: its device has what no other has. */
export function keep(page: Page): Page {
  kept.add(page.context());
  return page;
}
