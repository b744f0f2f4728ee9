import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { studiesServer } from "./shared.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/**
 * A study in mode guarded of one rich and one poor person per round and three rules: no one, everyone, incomes above 50.
 * Prior 1/4, 1/4, 1/2; alpha = 0.1, eps = 0.05. Round 1: base 75 and 25, limit 20, so 60 and 40, and a report. From then
 * on the pair is kept closer than 20 - 5 = 15, and the limit is alpha = 10: tau = 0.1 - 0.2, then up by 0.2 · 0.2 = 0.04.
 */
let server: { readonly url: string };
let study: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const { studies, ...running } = await studiesServer();
  server = running;
  study = `/studies/${studies.guarded}`;
});

const figure = (page: Page, title: string | RegExp) =>
  page.getByRole("figure").filter({ has: page.getByRole("heading", { name: title }) });

test("a researcher reads what the panel changed, and what was guaranteed", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "researcher");
  await page.goto(`${study}/results/policy`);
  const sentence =
    "The two chances were 20 points apart when the pair was reported and are 10 points apart now.";
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0);
  // Everything else is reached from these.
  for (const details of await page.getByText(/^Details for researchers/).all()) await details.click();
  await expect(page.getByText(/the chances that the policy of round\s3 gives them/)).toBeVisible();
  // Round 3 has people like those of round 1: its limit is 10, and its policy keeps the pair at 15.
  await expect(
    page.getByRole("img", { name: /^60 against 40 .*before the limit 75 against 25$/ }),
  ).toBeVisible();
  await expect(
    page.getByRole("img", { name: /^\d+ against \d+ in 100, 10 points apart; before/ }),
  ).toBeVisible();
  await page.getByText("Table of the pair").click();
  const changed = page.getByRole("table", { name: "Reported people, then and now, in 100" });
  await expect(changed.getByRole("row").nth(1)).toHaveText(
    /^Person\s1 over Person\s2Person\s1 .+ of 2Person\s2 .+ of 212[\d.]+ − [\d.]+ = 20[\d.]+ − [\d.]+ = 1075\.0 − 25\.0 = 50[\d.]+ − [\d.]+ = 15$/,
  );
  const verdicts = page.getByRole("table", { name: "Remembered verdicts, newest first" });
  await expect(verdicts.getByRole("row").nth(1)).toHaveText(
    "Person 1 over Person 2, round 1Kept closer than 15 points; binding: changes the policy2015",
  );
  await expect(
    page.getByText(
      /The pair was 20 points apart when it was reported\. In the policy of round\s3 the difference is 15\. It still/,
    ),
  ).toBeVisible();

  const reports = figure(page, "Rounds with a report");
  await expect(
    reports.getByText(/^1 report in 2 rounds\. At most 1 was possible\. Guaranteed up to round\s86\./),
  ).toBeVisible();
  await expect(reports.locator("svg[aria-hidden=true] path").first()).toBeAttached();

  const limit = figure(page, "How far chances may differ");
  await expect(limit.getByRole("img")).toHaveAccessibleName(
    "The limit of each round in points: 10 in round 3, where the policy itself would have been 15 apart.",
  );
  await limit.getByRole("button", { name: /^Table/ }).click();
  await expect(limit.getByRole("row")).toHaveText([
    /^Round/,
    "1201050" + "20yes",
    "210−101510no",
    "310−61510open",
  ]);
  await expect(figure(page, /^What the limit changed in round 3$/)).toBeVisible();

  const csv = page.getByRole("link", { name: "CSV of the remembered verdicts" });
  const [download] = await Promise.all([page.waitForEvent("download"), csv.click()]);
  expect(download.suggestedFilename()).toMatch(/^remembered-/);
  await expectSound(page);
});

test("a round shows how many people will be picked, and how many were", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "operator");
  await page.goto(`${study}/rounds/3`);
  await expect(page.getByText(/of these 2 people will be picked: the chances add up to/)).toBeVisible();
  await expect(
    page.getByText(
      /chances may differ by at most 10 points\. The policy alone would have put these people 15/,
    ),
  ).toBeVisible();
  await expectSound(page);
  await page.goto(`${study}/rounds/1`);
  await expect(page.getByText(/of 2 (was|were) picked; the chances added up to/)).toBeVisible();
  await expect(page.getByText("The pair counts in full and is remembered")).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Share of what is learned" })).toBeHidden();
  await expectSound(page);
});

test("an auditor sees the chances, but not how they were computed", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "auditor1");
  await page.goto(`${study}/results/1`);
  await expect(page.getByText("It counts in full.")).toBeVisible();
  await expect(
    page.getByText(
      "The two chances were 20 points apart when the pair was reported and are 10 points apart now.",
    ),
  ).toBeVisible();
  await expectSound(page);
  const answer = await page.request.get(`${study}/judging/3`);
  expect(answer.status()).toBe(200);
  expect(await answer.text()).not.toMatch(/noShare|mixability|baseSpread|isCut/);
});
