import { type Browser, expect, type Page } from "@playwright/test";
import { demoStudy, signedIn } from "./signed-in.ts";

/** Opens an auditor's rounds in the demo study. */
export async function myRounds(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const page = await signedIn(browser, baseURL, name);
  await page.goto(`${await demoStudy(page)}/judging`);
  await expect(page.getByRole("heading", { level: 1, name: "My rounds" })).toBeVisible();
  return page;
}

/** Opens the demo study's open round at the first pair. */
export async function judging(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const page = await signedIn(browser, baseURL, name);
  await page.goto(`${await demoStudy(page)}/judging/13`);
  await expect(page.getByRole("heading", { level: 1, name: /^Pair \d+ of \d+$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  return page;
}

/** Waits for the requests after the first pair, so that the page then works offline. */
export async function wholePage(page: Page): Promise<void> {
  await page.keyboard.press("d");
  await page.keyboard.press("d");
  const countScripts = () =>
    page.evaluate(
      () => performance.getEntriesByType("resource").filter(({ name }) => /\.js(\?|$)/.test(name)).length,
    );
  let last = -1;
  await expect
    .poll(
      async () => {
        const now = await countScripts();
        const isSettled = now === last;
        last = now;
        return isSettled;
      },
      { intervals: [500] },
    )
    .toBe(true);
}

/** Sends a request from a page, like the page's scripts. @returns the answer's data */
export async function ask<Answer>(
  page: Page,
  path: string,
  input: unknown,
  method: "query" | "mutation" = "mutation",
): Promise<Answer> {
  const answer = await page.evaluate(
    async ({ path, body, isQuery }) => {
      const address = `/api/trpc/${path}${isQuery ? `?input=${encodeURIComponent(body)}` : ""}`;
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      return (await fetch(address, isQuery ? {} : init)).json();
    },
    { path, body: JSON.stringify(input), isQuery: method === "query" },
  );
  return answer.result.data as Answer;
}

/** Reads this page's verdicts that the server has saved. */
export async function savedVerdicts(page: Page): Promise<string[]> {
  const [, studyId, round] = /studies\/([^/]+)\/judging\/(\d+)/.exec(page.url()) ?? [];
  const { saved } = await ask<{ saved: [high: number, low: number, word: string][] }>(
    page,
    "rounds.judging",
    { studyId, round: Number(round) },
    "query",
  );
  return saved.map(([, , word]) => word).sort();
}

/** The caption's text about where the verdicts are stored. */
export function saveState(page: Page) {
  return page.getByRole("region", { name: "The round in short" });
}
