import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { judging } from "./judging-steps.ts";
import { studiesServer } from "./shared.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/** What an auditor sees while judging, on the demo: its people have six fields. No verdict is given here. */

const bar = (page: Page) => page.getByRole("group", { name: /unfair/ }).locator("..");
const table = (page: Page) => page.getByRole("table", { name: /^Person \d+ over Person \d+$/ });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });

async function edges(page: Page) {
  const [above, below] = [await table(page).boundingBox(), await bar(page).boundingBox()];
  return { top: above?.y ?? 0, bar: below?.y ?? 0, end: (below?.y ?? 0) + (below?.height ?? 0) };
}

/** Lists values whose middle is on the screen above the bar but covered by another element. */
function coveredValues(page: Page, end: number): Promise<string[]> {
  return table(page)
    .getByRole("cell")
    .evaluateAll(
      (cells, end) =>
        cells
          .filter((cell) => {
            const { left, top, width, height } = cell.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height / 2];
            if (y < 0 || top + height > end) return false;
            return !cell.contains(document.elementFromPoint(x, y));
          })
          .map((cell) => cell.textContent ?? ""),
      end,
    );
}

/** Moves to a pair whose difference is not close to the limit: others have an additional sentence about the limit. */
async function passNearLimit(page: Page): Promise<void> {
  while (await page.getByText(/^The difference is .* Judged above/).isVisible())
    await page.getByRole("button", { name: "Next", exact: true }).click();
}

/** Sums the scripts that a page's HTML names, compressed, in KB: without those that the page fetches later. */
async function scriptSize(page: Page): Promise<number> {
  const html = await (await page.request.get(page.url())).text();
  const named = [...new Set(html.match(/\/_next\/static\/chunks\/[^"\\]+\.js/g))];
  const bytes = await page.evaluate(
    (named) =>
      (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
        .filter(({ name }) => named.includes(new URL(name).pathname))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    named,
  );
  return bytes / 1024;
}

test("the first pair needs at most 170 KB of script", async ({ browser, demoUrl }) => {
  const size = await scriptSize(await judging(browser, demoUrl, "auditor2"));
  expect(size).toBeGreaterThan(100);
  expect(size).toBeLessThan(170);
});

test("on a phone half of the screen is for the two people, and nothing covers a value", async ({
  browser,
  demoUrl,
}) => {
  const page = await judging(browser, demoUrl, "auditor2");
  await page.setViewportSize({ width: 390, height: 844 });
  await passNearLimit(page);
  // The next pair begins at its heading, further down.
  await page.evaluate(() => scrollTo(0, 0));
  const first = await edges(page);
  expect(first.bar - first.top).toBeGreaterThanOrEqual(844 / 2);
  // The bar ends at the bottom of the screen, except for its border.
  expect(Math.abs(first.end - 844)).toBeLessThanOrEqual(2);
  expect(await coveredValues(page, first.bar)).toEqual([]);

  await page.keyboard.press("d");
  await expect(rows(page)).toHaveCount(6);
  expect(await coveredValues(page, first.bar)).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("button", { name: /^\d+ more fields?$/ }).click();
  const last = await rows(page).last().boundingBox();
  const { bar: edge } = await edges(page);
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(edge);
  expect(await coveredValues(page, edge)).toEqual([]);
});

test("at 1280 x 800 nine fields fit above the answers, those that differ first", async ({
  browser,
  demoUrl,
}) => {
  const page = await judging(browser, demoUrl, "auditor2");
  await page.setViewportSize({ width: 1280, height: 800 });
  await passNearLimit(page);
  await expect(rows(page).first()).toBeVisible();
  const differing = await rows(page).count();
  await expect(rows(page).filter({ hasText: "Differs:" })).toHaveCount(differing);
  await page.keyboard.press("d");
  await expect(rows(page)).toHaveCount(6);
  for (const [index, row] of (await rows(page).all()).entries())
    expect((await row.innerText()).includes("Differs:"), `row ${index}`).toBe(index < differing);
  const first = await rows(page).first().boundingBox();
  const { bar: edge } = await edges(page);
  const height = first?.height ?? Number.POSITIVE_INFINITY;
  expect((edge - (first?.y ?? 0)) / height).toBeGreaterThanOrEqual(9);
  await expectSound(page);
});

test("my rounds list the rounds without pairs, with the reason", async ({ browser }) => {
  const { url, studies } = await studiesServer();
  const page = await signedIn(browser, url, "auditor1");
  await page.goto(`/studies/${studies.guarded}/judging`);
  const reason = "No two people differed by more than 10 points";
  await expect(
    page.getByText(`Round 2 had nothing to judge: ${reason[0]?.toLowerCase()}${reason.slice(1)}.`),
  ).toBeVisible();
  await page.goto(`/studies/${studies.guarded}/results`);
  await expect(page.getByRole("row", { name: /^Round 2/ })).toContainText(reason);
  await expectSound(page);
});

/** Lists words and numbers that a page breaks into two lines. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(
      document.querySelector("main") ?? document,
      NodeFilter.SHOW_TEXT,
    );
    const broken: string[] = [];
    while (walker.nextNode()) {
      const { currentNode: node } = walker;
      if (!node.parentElement?.checkVisibility() || node.parentElement.closest(".sr-only, svg")) continue;
      for (const { index, 0: word } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}.,%]+/gu)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
          broken.push(word);
      }
    }
    return broken;
  });
}

for (const [who, path, width] of [
  ["auditor1", "results/4", 360],
  ["operator", "rounds/4", 360],
  ["admin", "../../administration/security-log", 768],
] as const) {
  test(`${path} breaks no word and no number for ${who} at ${width} px`, async ({ browser, demoUrl }) => {
    const page = await signedIn(browser, demoUrl, who);
    await page.setViewportSize({ width, height: 780 });
    const study = await demoStudy(await signedIn(browser, demoUrl, "operator"));
    await page.goto(`${study}/${path}`);
    await page.waitForLoadState("networkidle");
    await page.locator("main details").evaluateAll((folds: HTMLDetailsElement[]) => {
      for (const fold of folds) fold.open = true;
    });
    expect(await brokenWords(page)).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("a phone shows the round in one line", async ({ browser, demoUrl }) => {
  const page = await judging(browser, demoUrl, "auditor2");
  await page.setViewportSize({ width: 360, height: 780 });
  const caption = page.getByRole("region", { name: "The round in short" });
  expect((await caption.boundingBox())?.height).toBeLessThanOrEqual(44);
  await expect(caption).toContainText("Round 13");
  await expect(caption).toContainText("None yet");
});

test("a panel is asked how far apart chances may be if no pair can be judged", async ({ browser }) => {
  const { url, studies } = await studiesServer();
  const operator = await signedIn(browser, url, "operator");
  const round = `/studies/${studies.nothingToJudge}/rounds/1`;
  await operator.goto(round);
  await operator.getByRole("button", { name: "Ask for tolerances" }).click();
  await expect(operator.getByText("The panel is asked for the tolerances of 6 pairs.")).toBeVisible();
  await expectSound(operator);
  const auditor = await signedIn(browser, url, "auditor1");
  await auditor.goto(`/studies/${studies.nothingToJudge}/judging/1`);
  const fields = auditor.getByRole("textbox", { name: /^How far apart may the chances be/ });
  await expect(fields).toHaveCount(6);
  // Text typed before hydration is lost.
  await expect(async () => {
    await fields.first().fill("");
    await fields.first().fill("101");
    await expect(auditor.getByText("Enter a whole number of points from 0 to 100.")).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await fields.first().fill("35");
  await expectSound(auditor);
  await auditor.getByRole("button", { name: "Seal my verdicts" }).click();
  await expect(auditor).toHaveURL(/receipts/);
  await operator.goto(round);
  await expect(operator.getByText("35", { exact: true })).toHaveCount(0);
  await operator.getByLabel(/^Type/).fill("round 1");
  await operator.getByRole("button", { name: "Close round 1" }).click();
  const answers = operator.getByRole("table", { name: "Tolerances" });
  await expect(answers.getByRole("cell", { name: "35", exact: true })).toBeVisible();
  await expectSound(operator);
});

test("a round that would close at once stays open if its operator asks for tolerances", async ({
  browser,
}) => {
  const { url, studies } = await studiesServer();
  const operator = await signedIn(browser, url, "operator");
  await operator.goto(`/studies/${studies.closesAtOnce}`);
  // A box that is checked before hydration may be reset.
  await operator.waitForLoadState("networkidle");
  await operator.getByRole("checkbox", { name: /^If no pair can be judged, ask the panel/ }).check();
  await expectSound(operator);
  await operator.getByRole("button", { name: "Open round 1" }).click();
  await expect(operator.getByText("The panel is asked for the tolerances of 6 pairs.")).toBeVisible();
});
