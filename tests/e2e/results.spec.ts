import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { atStudies, demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { takenFile } from "./taken-file.ts";

/** The shared demo: twelve rounds closed, the thirteenth open. These tests seal and close nothing; the deadline moves once. */
test.describe.configure({ mode: "serial" });

const updates = (page: Page) => page.getByRole("status").filter({ hasText: /Updated|Connect/ });
const figure = (page: Page, title: string) =>
  page.getByRole("figure").filter({ has: page.getByRole("heading", { name: title }) });

async function downloaded(page: Page, click: () => Promise<void>): Promise<{ name: string; text: string }> {
  const download = await takenFile(page, click);
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

test("a researcher reads charts with their numbers next to them, and downloads them", async ({
  browser,
  demoUrl,
}) => {
  const page = await atStudies(browser, demoUrl, "researcher");
  const ahead: string[] = [];
  page.on("request", (request) => {
    if (request.headers()["next-router-prefetch"]) ahead.push(request.url());
  });
  await page.getByRole("link", { name: "Small loans (demo)", exact: true }).click();
  await page.getByRole("link", { name: "Results" }).click();
  await page.getByRole("link", { name: "Policy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Policy" })).toBeVisible();

  const reports = figure(page, "Rounds with a report");
  await expect(reports.getByRole("img", { name: /^Rounds with a reported pair: \d of 12/ })).toBeVisible();
  await expect(reports.locator("svg[aria-hidden=true] path").first()).toBeAttached();
  await reports.getByText("Details for researchers").click();
  await expect(
    reports.getByText(
      /^\d reports? in 12 rounds\. At most \d (was|were) possible\. Guaranteed up to round\s\d+\./,
    ),
  ).toBeVisible();
  await reports.getByRole("button", { name: "Table of “Rounds with a report”" }).click();
  await expect(reports.getByRole("row")).toHaveCount(13);

  await page.getByText("Details for researchers about the policy").click();
  await expect(figure(page, "Wrong decisions per 100 people").getByText("Estimated")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Reported people, then and now" })).toBeVisible();
  await expect(
    page.getByRole("table", { name: "The heaviest rules of the policy" }).getByRole("row"),
  ).toHaveCount(11);

  const csv = await downloaded(page, () => reports.getByRole("link", { name: /^CSV/ }).click());
  expect(csv.text.trimEnd().split("\r\n")).toHaveLength(13);
  const svg = await downloaded(page, () => reports.getByRole("button", { name: /^SVG/ }).click());
  expect(svg.name).toBe("rounds-with-a-report.svg");
  expect(svg.text).not.toContain("var(");
  await page.getByRole("link", { name: "Data", exact: true }).click();
  const log = await downloaded(page, () => page.getByRole("link", { name: /^Log alone/ }).click());
  expect(log.text.split("\n")[0]).toContain('"type":"study.created"');
  expect(ahead, "no page is fetched before its link is followed").toEqual([]);
  await expectSound(page);
});

test("the panel’s results match the verdicts, and a result opens its pair with one key", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  const study = await demoStudy(page);
  await page.goto(`${study}/results`);
  await page.getByRole("link", { name: "Panel", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "How the panel judged" })).toBeVisible();
  const reports = figure(page, "Rounds with a report, in 100");
  await expect(reports.getByRole("img")).toHaveAccessibleName(
    /^\d+ in 100 rounds with a report, between \d+ and \d+\.$/,
  );
  const seats = figure(page, "Coverage by seat");
  await seats.getByRole("button", { name: /^Table/ }).click();
  await expect(seats.getByRole("row")).toHaveCount(6);
  const csv = await downloaded(page, () => seats.getByRole("link", { name: /^CSV/ }).click());
  const judged = csv.text
    .trimEnd()
    .split("\r\n")
    .slice(1)
    .map((line) => Number(line.split(",")[2]));
  const svg = await downloaded(page, () => seats.getByRole("button", { name: /^SVG/ }).click());
  expect(svg.name).toBe("coverage-by-seat.svg");
  // The same pairs, counted from the study's data.
  await page.goto(`${study}/data`);
  await page.getByText("16 columns", { exact: true }).click();
  await expect(
    page.getByRole("table", { name: "Columns of pairs" }).getByText("not_looked_at"),
  ).toBeVisible();
  await expectSound(page);
  const guarded = await downloaded(page, () => page.getByRole("link", { name: "decisions.vw" }).click());
  expect(guarded.name).toMatch(/^decisions-.*\.vw$/);
  await page.goBack();
  const pairs = (await (await page.request.get(`/api${study}/data/pairs.csv`)).text())
    .trimEnd()
    .split("\r\n")
    .slice(1);
  const reportedIn = new Set(
    pairs.filter((line) => line.split(",")[13] === "true").map((line) => line.split(",")[1]),
  );
  await expect(
    page.getByText(new RegExp(`^${reportedIn.size} of 12 rounds ended with a report: `)),
  ).toBeVisible();
  expect(judged).toEqual(judged.map(() => Math.max(...judged)));

  const auditor = await signedIn(browser, demoUrl, "auditor1");
  await auditor.goto(`${study}/results/${pairs[0]?.split(",")[1]}`);
  await expect(auditor.getByRole("heading", { level: 1, name: /^Result of round/ })).toBeVisible();
  await auditor.locator("main details").evaluateAll((folds: HTMLDetailsElement[]) => {
    for (const fold of folds) fold.open = true;
  });
  const pair = auditor.getByRole("button", { name: /^Person \d over Person \d$/ }).first();
  const name = (await pair.innerText()).trim();
  await pair.focus();
  await auditor.keyboard.press("d");
  const dialog = auditor.getByRole("dialog", { name });
  await expect(dialog.getByText("higher chance")).toBeVisible();
  await expect(dialog.getByRole("group", { name })).toBeFocused();
  await expectSound(auditor);
  await auditor.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(pair).toBeFocused();
  await auditor.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
});

test("what-if counts the same verdicts under another rule, keeps it in the address, and replays the learner", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  const study = await demoStudy(page);
  await page.goto(`${study}/results`);
  await page.getByRole("link", { name: "What-if" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "What-if" })).toBeVisible();
  const frontier = page.getByRole("table", { name: "Reports for each number of needed flags" });
  await expect(frontier.getByRole("row")).toHaveCount(6);
  await expect(page.getByText("In every round the same pairs would have been reported.")).toBeVisible();

  // By keyboard, from the study's number of needed flags to one.
  await page.getByRole("radio", { name: /^As it was/ }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("radio", { name: "1", exact: true })).toBeChecked();
  await expect(page).toHaveURL(/\?rule=1$/);
  const one = frontier.getByRole("row").nth(1);
  const reports = Number((await one.getByRole("cell").first().innerText()).split(" of ")[0]);
  await expect(
    page.getByText(new RegExp(`^${reports} of 12 rounds would have ended with a report`)),
  ).toBeVisible();
  const csv = await downloaded(page, () => page.getByRole("button", { name: "CSV of all rounds" }).click());
  const lines = csv.text.trimEnd().split("\r\n").slice(1);
  expect(new Set(lines.map((line) => line.split(",")[0])).size).toBe(reports);
  // The same pairs, counted from the study's data.
  const pairs = (await (await page.request.get(`/api${study}/data/pairs.csv`)).text())
    .trimEnd()
    .split("\r\n");
  const [head = "", ...rows] = pairs;
  const unfair = head.split(",").indexOf("unfair");
  expect(lines).toHaveLength(rows.filter((row) => Number(row.split(",")[unfair]) >= 1).length);

  await page.reload();
  await expect(page.getByRole("radio", { name: "1", exact: true })).toBeChecked();
  await page.getByText("Another rule of flags").click();
  await page.getByLabel("Rule", { exact: true }).fill("any(s1, 9)");
  await expect(
    page.getByText("The largest panel had 5 seats, so no more flags can be needed."),
  ).toBeVisible();
  await page.getByLabel("Rule", { exact: true }).fill("any(s1, 4)");
  await expect(
    page.getByText("A pair is unfair if seat s1 flags it or at least 4 seats flag it."),
  ).toBeVisible();
  const limit = page.getByLabel("Smallest difference that is judged, in points");
  await limit.fill("");
  // Faster than the address is updated.
  await limit.pressSequentially("31.5");
  await expect(limit).toHaveValue("31.5");
  await expect(page).toHaveURL(/limit=31\.5$/);
  await limit.fill("1");
  await expect(page.getByText(/^At least \d+, the study’s own/)).toBeVisible();
  await page.getByRole("button", { name: "Reset the setting" }).click();
  await expect(page).toHaveURL(/what-if$/);

  await page.getByRole("button", { name: "Replay this setting" }).click();
  const replayed = page.getByRole("table", { name: "Results of each replay" });
  await expect(replayed.getByRole("row")).toHaveCount(2);
  // With the study's settings the learner gives the same result: no chance changes.
  await expect(replayed.getByRole("row").nth(1).getByRole("cell").last()).toHaveText("0");
  await page.getByRole("button", { name: "Replay 1 to 5 needed flags" }).click();
  await expect(replayed.getByRole("row")).toHaveCount(7);
  await expect(page.getByText("It is computed, not observed.")).toBeVisible();
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 740 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
});

test("the table of rounds links to the record, and hides verdicts of open rounds", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const study = await demoStudy(page);
  await page.goto(`${study}/rounds`);
  const rounds = page.getByRole("table", { name: "Rounds of the study" });
  await expect(rounds.getByRole("row", { name: /Round 13/ })).toContainText("Hidden until it closes");
  const header = rounds.getByRole("columnheader", { name: "Round", exact: true });
  await header.getByRole("link").focus();
  await page.keyboard.press("Enter");
  await expect(header).toHaveAttribute("aria-sort", "ascending");
  await expect(header.getByRole("link"), "keeps the focus").toBeFocused();
  await expect(rounds.getByRole("row").nth(1)).toContainText("Round 1");
  const search = page.getByLabel("Number of a round");
  await search.fill("999");
  await page.getByLabel("Show", { exact: true }).selectOption("Closed rounds");
  await search.press("Enter");
  await expect(page.getByText("No round matches.")).toBeVisible();
  await expect(search).toBeFocused();
  await search.fill("12");
  await search.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: /^1 of \d+ match\.$/ })).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue("12");
  await expect(page.getByLabel("Show", { exact: true })).toHaveValue("closed");
  await expect(rounds.getByRole("row")).toHaveCount(2);
  await expectSound(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(search).toHaveValue("");
  await expect(header, "the order stays").toHaveAttribute("aria-sort", "ascending");
  await rounds.getByRole("link", { name: /the end of round 12$/ }).click();
  await expect(page.getByText("round.closed", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: "The format of the log" }).click();
  await expect(page.getByRole("heading", { level: 2, name: "3. Entry types" })).toBeVisible();
});

test("a change by one person appears on another's page, and text typed there is kept", async ({
  browser,
  demoUrl,
}) => {
  const [operator, researcher] = [
    await signedIn(browser, demoUrl, "operator"),
    await signedIn(browser, demoUrl, "researcher"),
  ];
  const study = await demoStudy(operator);
  await operator.goto(`${study}/rounds/13`);
  await researcher.goto(`${study}/results`);
  await expect(researcher.getByText("Live", { exact: true })).toBeVisible();
  await expect(operator.getByText("Live", { exact: true })).toBeVisible();
  const head = researcher.getByRole("link", { name: /the end of the log$/ });
  const entries = Number.parseInt(await head.innerText(), 10);
  await operator.getByLabel(/^Type “round 13”/).fill("round");
  const later = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 16);
  await operator.getByLabel("New deadline").fill(later);
  await operator.getByRole("button", { name: "Set the deadline" }).click();
  await expect(updates(researcher)).toHaveText(`Updated: the record now has ${entries + 1} entries.`);
  await expect(head).toHaveText(new RegExp(`^${entries + 1}`));
  await expect(operator.getByLabel(/^Type “round 13”/)).toHaveValue("round");
});

test("a page shows when it is out of date, and when it is up to date again", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const study = await demoStudy(page);
  // A stream that ends after its first event, and a network that then does not answer.
  const broken = `event: connected\ndata: {}\n\ndata: {"head":1,"round":null}\nid: 1\n\n`;
  let requestCount = 0;
  let isBack = false;
  await page.route("**/api/trpc/results.events*", (route) => {
    requestCount += 1;
    if (isBack) return route.continue();
    return requestCount === 1
      ? route.fulfill({ contentType: "text/event-stream", body: broken })
      : route.abort();
  });
  await page.goto(study);
  await expect(updates(page)).toHaveText(/^Connection lost\./);
  await expect(page.getByText("Connection lost", { exact: true })).toBeVisible();
  isBack = true;
  await expect(updates(page)).toHaveText("Connected again.");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
});

test("a page shows when its account was signed out elsewhere", async ({ browser, demoUrl }) => {
  const page = await signedIn(browser, demoUrl, "researcher");
  const study = await demoStudy(page);
  await page.goto(`${study}/results/policy`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const elsewhere = await page.context().newPage();
  await elsewhere.goto("/");
  await elsewhere.getByRole("button", { name: /Menu of/ }).click();
  await elsewhere.getByRole("button", { name: "Sign out" }).click();
  await elsewhere.waitForURL("**/sign-in");
  await page.bringToFront();
  await expect(page.getByRole("status").filter({ hasText: "you are signed out" })).toBeAttached();
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page).toHaveURL(/\/sign-in\?next=/);
});
