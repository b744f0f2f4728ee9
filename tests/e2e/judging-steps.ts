import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import axe from "axe-core";

const demoPassword = "evenhand-demo";

/** Signs a demo account in, in a browser of its own; past the form, which has tests of its own. */
export async function signedIn(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  const { csrfToken } = await (await context.request.get("/api/auth/csrf")).json();
  const answer = await context.request.post("/api/auth/callback/credentials", {
    headers: { origin: baseURL },
    data: { csrfToken, email: `${name}@demo.example`, password: demoPassword, json: true },
  });
  expect(answer.ok(), `sign-in of ${name}`).toBe(true);
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Studies" })).toBeVisible();
  return page;
}

/** Fills in the sign-in form one is on. */
export async function enter(page: Page, name: string): Promise<void> {
  await page.getByLabel("E-mail").fill(`${name}@demo.example`);
  await page.getByLabel("Password").fill(demoPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** An auditor's rounds in the demo study. */
export async function myRounds(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const page = await signedIn(browser, baseURL, name);
  await page.getByRole("link", { name: "Small loans (demo)", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My rounds" })).toBeVisible();
  return page;
}

/** The open round of the demo study, at the first pair. */
export async function judging(browser: Browser, baseURL: string, name: string): Promise<Page> {
  const page = await myRounds(browser, baseURL, name);
  await page.getByRole("link", { name: /^(Begin|Continue)/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Pair \d+ of \d+$/ })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  return page;
}

/** Waits for what the page fetches after the first pair, so that it can do without a connection from then on. */
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

/** Asks the server from a page of it, as its own scripts do. @returns the answer's data */
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

/** What the server has saved of this page's verdicts. */
export async function savedVerdicts(page: Page): Promise<string[]> {
  const [, studyId, round] = /studies\/([^/]+)\/judge\/(\d+)/.exec(page.url()) ?? [];
  const { saved } = await ask<{ saved: { verdict: string }[] }>(
    page,
    "rounds.judging",
    { studyId, round: Number(round) },
    "query",
  );
  return saved.map(({ verdict }) => verdict).sort();
}

/** As when a session ran out or was ended from another device. */
export async function loseSession(context: BrowserContext): Promise<void> {
  await context.clearCookies({ name: /session-token/ });
}

/** What is said in the caption about where the verdicts are. */
export function saveState(page: Page) {
  return page.getByRole("region", { name: "The round in short" });
}

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
 * of them. What it finds in order is not told apart, which halves the time of a look.
 */
async function violations(page: Page, rules?: string[]): Promise<[rule: string, html: string[]][]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  return page.evaluate(async (options) => {
    const inPage = (window as unknown as { axe: typeof axe }).axe;
    const found = await inPage.run(document, options);
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  }, options);
}
