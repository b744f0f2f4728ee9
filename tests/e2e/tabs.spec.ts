import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { visibleWords } from "./words.ts";

/** The demo: twelve rounds closed, the thirteenth open. No log is changed here. Axe looks at its pages in every-page.spec.ts. */

const results = [
  "Summary",
  "Policy",
  "Panel",
  "Groups",
  "Distances",
  "What-if",
  "Simulations",
  "Study report",
];
const tabs = {
  operator: ["Overview", "Rounds", "People", "Panel", "Results", "Data", "Settings"],
  researcher: ["Overview", "Rounds", "Results", "Data"],
  observer: ["Overview", "Rounds", "Results", "Data"],
  auditor1: ["My rounds", "Results", "Guidelines", "Practice", "Receipts"],
} as const;

const row = (page: Page, label: string) => page.getByRole("navigation", { name: label, exact: true });

async function expectCurrent(page: Page, label: string, name: string): Promise<void> {
  const current = row(page, label).locator("[aria-current=page]");
  await expect(current).toHaveText(name);
  await expect(current).toHaveCSS("border-bottom-width", "2px");
}

for (const who of ["operator", "researcher", "observer", "auditor1"] as const) {
  test(`${who} reaches every page of a study by its tabs`, async ({ browser, demoUrl }) => {
    const page = await signedIn(browser, demoUrl, who);
    await page.goto(await demoStudy(page));
    await expect(row(page, "Study").getByRole("link")).toHaveText([...tabs[who]]);
    for (const name of tabs[who]) {
      await row(page, "Study").getByRole("link", { name, exact: true }).click();
      await expectCurrent(page, "Study", name);
    }
    if (who === "auditor1") return;
    await row(page, "Study").getByRole("link", { name: "Results" }).click();
    const ofResults = who === "observer" ? results.slice(0, 3) : results;
    await expect(row(page, "Results").getByRole("link")).toHaveText(ofResults);
    for (const name of ofResults) {
      await row(page, "Results").getByRole("link", { name }).click();
      await expectCurrent(page, "Results", name);
      await expectCurrent(page, "Study", "Results");
    }
  });
}

test("on a phone the row of tabs scrolls to the current one, and keys reach every tab", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${await demoStudy(page)}/settings`);
  const settings = row(page, "Study").getByRole("link", { name: "Settings" });
  await expect(settings).toBeInViewport({ ratio: 1 });
  await settings.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await expectCurrent(page, "Study", "Data");
  // Back at the start of the row, which stays the same element.
  const overview = row(page, "Study").getByRole("link", { name: "Overview" });
  await overview.press("Enter");
  await expectCurrent(page, "Study", "Overview");
  await expect(overview).toBeInViewport({ ratio: 1 });
});

test("on a phone the tools of a list are folded into one line", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto(`${await demoStudy(page)}/people`);
  await expect(page.getByRole("searchbox")).toBeHidden();
  await page.getByText("Search and filter").click();
  await page.getByRole("searchbox").fill("no such person");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^0 of/ })).toBeVisible();
  await expect(page.getByRole("searchbox")).toBeVisible();
});

test("on a tablet the caption of a round shows the name of its study", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${await demoStudy(page)}/rounds/13`);
  const name = page
    .getByRole("region", { name: "The round in short" })
    .getByText("Small loans (demo), round 13");
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  expect((await name.boundingBox())?.width).toBeGreaterThan(100);
});

const budgets = {
  operator: {
    "": 200,
    "/results": 250,
    "/rounds/4": 300,
    "/results/policy": 400,
    "/results/panel": 400,
    "/results/distances": 400,
    "/results/what-if": 400,
  },
  auditor1: { "/judging": 150, "/judging/13": 200 },
} as const;

for (const who of ["operator", "auditor1"] as const) {
  test(`the pages of ${who} keep their word budgets`, async ({ browser, demoUrl }) => {
    const page = await signedIn(browser, demoUrl, who);
    const study = await demoStudy(page);
    await page.goto("/");
    expect.soft(await visibleWords(page), "/").toBeLessThanOrEqual(80);
    for (const [path, budget] of Object.entries(budgets[who])) {
      await page.goto(`${study}${path}`);
      await expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0);
      await page.waitForLoadState("networkidle");
      expect.soft(await visibleWords(page), path).toBeLessThanOrEqual(budget);
    }
  });
}

test("the summary of the demo answers in at most five sentences, each with its proof", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await page.goto(`${await demoStudy(page)}/results`);
  const answers = page.locator("main ul").first().getByRole("listitem");
  await expect(answers.first()).toContainText(/^The panel reported a pair in \d+ of 12 closed rounds;/);
  expect(await answers.count()).toBeLessThanOrEqual(5);
  for (const answer of await answers.all()) await expect(answer.getByRole("link")).toHaveCount(1);
  const proof = answers.first().getByRole("link");
  await proof.click();
  await expectCurrent(page, "Results", "Panel");
  await page.getByRole("button", { name: "Rehearse the next rounds" }).click();
  await expect(page.getByText(/^Pairs to judge in the next ten rounds: \d+ to \d+\.$/)).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole("row", { name: /^estimated / })).toBeVisible();
  await expectSound(page);
});
