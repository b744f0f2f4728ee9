import { test as base, type Page } from "@playwright/test";
import { demoServer } from "./shared.ts";

const kept = new WeakSet<object>();

/**
 * Closes the browser's pages at the end of each test. An open page would fetch and show what later tests do, or keep
 * asking a server that is gone. `demoUrl` is the address of the demo server that tests share.
 */
export const test = base.extend<{ emptyBrowser: undefined }, { demoUrl: string }>({
  demoUrl: [async ({ browser: _ }, use) => use((await demoServer()).url), { scope: "worker" }],
  emptyBrowser: [
    async ({ browser }, use) => {
      await use(undefined);
      const left = browser.contexts().filter((context) => !kept.has(context));
      await Promise.all(left.map((context) => context.close()));
    },
    { auto: true },
  ],
});

/** A page that a later test of its file continues with, since only its device has the data. */
export function keep(page: Page): Page {
  kept.add(page.context());
  return page;
}
