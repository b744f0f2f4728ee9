import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import Database from "better-sqlite3";
import type { Outputs } from "#server/http/outputs.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { test } from "./browser-test.ts";
import { judging, myRounds, savedVerdicts, saveState, wholePage } from "./judging-steps.ts";
import { demoData } from "./shared.ts";
import { client, enter, loseSession, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/** A separate server: this file closes the demo's open round. */
let server: RunningApp;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  server = await startApp(await freePort(), {
    demo: true,
    data: await demoData(),
    logFile: "test-results/judging-trouble-server.log",
  });
});

test.afterAll(() => server.stop());

const keptRounds = (page: Page) => page.evaluate(() => caches.keys());

/** Lists the round data stored in this browser, without the application's files. */
const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const all = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    const addresses = all.flat().map(({ url }) => url);
    return addresses.filter((address) => !address.includes("/_next/static/")).sort();
  });

const placeOf = (page: Page) => /studies\/([^/]+)\/judging\/(\d+)/.exec(page.url()) ?? [];

test("verdicts given offline are kept, and sent once the connection is back", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor2");
  await wholePage(page);
  await page.context().setOffline(true);
  await page.keyboard.press("f");
  await page.keyboard.press("a");
  await expect(saveState(page)).toContainText("Not saved, 2 verdicts kept on this device");
  await expect(page.getByRole("button", { name: "Try now" })).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const seal = page.getByRole("button", { name: "Seal my verdicts" });
  await expect(seal).toBeDisabled();
  await expect(seal).toHaveAccessibleDescription(/^Sealing needs a network\./);
  await expectSound(page);
  await page.getByRole("button", { name: "Back to the pairs" }).click();

  const context = page.context();
  const address = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect.poll(() => savedVerdicts(again)).toEqual(["acceptable", "unfair"]);
  await expect(saveState(again)).toContainText("Saved");
  await expect.poll(() => keptRounds(again)).toHaveLength(1);
  await again.getByRole("button", { name: /Menu of/ }).click();
  await again.getByRole("button", { name: "Sign out" }).click();
  await again.waitForURL("**/sign-in");
  expect(await keptRounds(again)).toEqual([]);
  expect(await again.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("an overloaded server refuses a verdict, which is kept and resent", async ({ browser }) => {
  const [first, page] = [
    await judging(browser, server.url, "auditor2"),
    await judging(browser, server.url, "auditor2"),
  ];
  const save = await client(server.url, "auditor5");
  const [, studyId, round] = placeOf(page);
  const other = new Database(join(server.data, "evenhand.sqlite"));
  other.exec("begin immediate");
  await first.keyboard.press("u");
  await expect(saveState(first)).toContainText("Saving");
  // Writes queue up behind the first until the server refuses one.
  const answers: string[] = [];
  const isRefused = () => {
    const withdrawn = [[0, 1]];
    save("ballots.save", { studyId, round: Number(round), verdicts: [], withdrawn }).then(
      () => answers.push("saved"),
      (error) => answers.push(String(error)),
    );
    return answers.some((answer) => answer.includes("busy"));
  };
  await expect.poll(isRefused).toBe(true);
  await page.keyboard.press("n");
  await page.keyboard.press("f");
  await expect(saveState(page)).toContainText("Server busy, 1 verdict kept here, trying again");
  await expectSound(page);
  other.exec("rollback");
  other.close();
  for (const each of [first, page]) await expect(saveState(each)).toContainText("Saved");
  await expect.poll(() => savedVerdicts(page)).toHaveLength(4);
});

test("no verdict is lost when the session ends during judging", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor3");
  await page.keyboard.press("u");
  await expect(saveState(page)).toContainText("Saved");
  await loseSession(page.context());
  await page.keyboard.press("f");
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expect(saveState(page)).toContainText("Not saved, 1 verdict kept on this device");
  await expectSound(page);
  await page.getByRole("link", { name: "Sign in and come back here" }).click();
  await enter(page, "auditor3");
  await expect(page.getByRole("heading", { level: 1, name: /^Pair/ })).toBeVisible();
  await expect.poll(() => savedVerdicts(page)).toEqual(["unfair", "unsure"]);
  await expect(saveState(page)).toContainText("Saved");
});

test("verdicts kept for one account are never sent for another that signs in", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor4");
  const second = await page.context().newPage();
  await loseSession(page.context());
  await second.goto("/sign-in");
  await enter(second, "auditor5");
  await expect(second.getByRole("heading", { level: 1, name: "Studies" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(page.getByText("Another account is signed in in this browser.")).toBeVisible();
  await second.goto(page.url());
  await expect(saveState(second)).toContainText("None yet");
  expect(await savedVerdicts(second)).toEqual([]);
});

test("two tabs show the same verdicts, and the back button leads from the review to the pairs", async ({
  browser,
}) => {
  const page = await judging(browser, server.url, "auditor4");
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(second.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await page.keyboard.press("f");
  await expect(second.getByRole("img", { name: /^1 of \d+ pairs judged: 1 unfair/ })).toBeVisible();
  await expect(saveState(second)).toContainText("Saved");
  await second.keyboard.press("Control+Enter");
  await expect(second.getByRole("heading", { level: 1 })).toHaveText("Review before you seal");
  await expectSound(second);
  await second.goBack();
  await expect(second.getByRole("heading", { level: 1 })).toHaveText(/^Pair/);
});

test("a new deadline is announced at once, and moves neither the page nor the focus", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor1");
  const unfair = page.getByRole("button", { name: "Unfair" });
  await page.keyboard.press("n");
  const rounds = await myRounds(browser, server.url, "auditor2");
  const [, studyId, round] = placeOf(page);
  const before = await unfair.boundingBox();
  const ask = await client(server.url, "operator");
  const deadlineAt = Date.now() + 30 * 86_400_000;
  await ask("rounds.extend", { studyId, round: Number(round), deadlineAt });

  const slip = (where: Page) => where.getByRole("status").filter({ hasText: "Dismiss" });
  for (const where of [page, rounds])
    await expect(slip(where)).toContainText(`Round ${round} has a new deadline. It closes`);
  const moment = `time[datetime="${new Date(deadlineAt).toISOString()}"]`;
  await expect(rounds.getByRole("article").locator(moment).first()).toBeVisible();
  await expect(saveState(page).locator(moment)).toBeVisible();
  expect(await unfair.boundingBox()).toEqual(before);
  await expect(page.getByRole("region", { name: /^Pair 2 of/ })).toBeFocused();
  await expectSound(page);
  await slip(page).getByRole("button", { name: "Dismiss" }).click();
  await expect(slip(page)).toHaveCount(0);
  await rounds.keyboard.press("Escape");
  await expect(slip(rounds)).toHaveCount(0);
  await page.keyboard.press("f");
  await expect.poll(() => savedVerdicts(page)).toEqual(["unfair"]);
});

test("a replaced auditor is notified, still sees the verdicts, and cannot add any", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor1");
  const [, studyId] = placeOf(page);
  const rounds = await page.context().newPage();
  await rounds.goto(`/studies/${studyId}/judging`);
  await expect(rounds.getByRole("heading", { level: 1, name: "My rounds" })).toBeVisible();
  const ask = await client(server.url, "operator");
  const email = "admin@demo.example";
  const { token } = await ask<{ token: string }>("panel.invite", { studyId, email, role: "auditor" });
  const askAsNewcomer = await client(server.url, "admin");
  await askAsNewcomer("accounts.joinWithAccount", { token });
  const panel = await ask<Outputs["panel"]["read"]>("panel.read", { studyId }, "query");
  const accountId = panel.seatless[0]?.accountId ?? "";
  await ask("panel.replaceSeat", { studyId, seatId: "s1", accountId });
  for (const where of [page, rounds])
    await expect(where.getByText("You no longer have a seat on this panel.")).toBeVisible();
  await expect(page.getByText("shown here and do not count")).toBeVisible();
  await expect(page.getByRole("img", { name: /^1 of \d+ pairs judged: 1 unfair/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Unfair" })).toHaveCount(0);
});

test("an open round can be opened offline and says so, and sealing deletes the local copy", async ({
  browser,
}) => {
  const page = await judging(browser, server.url, "auditor4");
  const context = page.context();
  const slip = page.getByRole("status").filter({ hasText: "No network." });
  await page.keyboard.press("f");
  await expect(saveState(page)).toContainText("Saved");
  const saved = await savedVerdicts(page);
  // The page, its verdicts, and the application's files.
  await expect.poll(() => keptFiles(page)).toEqual([page.url(), `${page.url()}?verdicts`]);

  await context.setOffline(true);
  await page.goto(`${page.url()}?view=grid`);
  await expect(slip).toContainText(/As of \d+:\d+\. Your answers are kept on this device/);
  await expectSound(page);
  await page.goto(page.url().replace(/\/\d+$/, ""));
  await expect(page.getByRole("heading", { level: 1, name: /^Pair \d+ of/ })).toBeVisible();
  await expect(slip).toBeVisible();
  // On a phone it does not cover the names of the people of a pair that begins at the top of the screen.
  await page.setViewportSize({ width: 360, height: 640 });
  await page
    .getByRole("heading", { level: 1 })
    .evaluate((title) => scrollTo(0, scrollY + title.getBoundingClientRect().top));
  const names = await page
    .getByText(/^Person\s\d+$/)
    .first()
    .boundingBox();
  const covered = await slip.boundingBox();
  expect((covered?.y ?? 0) + (covered?.height ?? 640)).toBeLessThanOrEqual(names?.y ?? 0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(slip).toHaveCount(0);
  await expect(
    page.getByRole("img", { name: new RegExp(`^${saved.length} of \\d+ pairs judged`) }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Acceptable" }).click();
  await expect(saveState(page)).toContainText("Not saved, 1 verdict kept on this device");

  await context.setOffline(false);
  await expect(saveState(page)).toContainText("Saved");
  await expect.poll(() => savedVerdicts(page)).toHaveLength(saved.length + 1);
  await page.reload();
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Seal my verdicts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry/ })).toBeVisible();
  expect(await keptRounds(page)).toEqual([]);
});

test("a round that closes meanwhile still shows the verdicts, marked as not counted", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor5");
  const [rounds, receipt] = [
    await myRounds(browser, server.url, "auditor2"),
    await signedIn(browser, server.url, "auditor3"),
  ];
  // Without its event stream the page learns of the end when a verdict is refused.
  await page.route("**/api/trpc/results.events*", (route) => route.abort());
  await page.reload();
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await page.keyboard.press("a");
  await expect(saveState(page)).toContainText("Saved");
  const [, studyId, round] = placeOf(page);
  await receipt.goto(`/studies/${studyId}/receipts/${round}`);
  await expect(receipt.getByRole("heading", { level: 1, name: "Not recorded yet" })).toBeVisible();
  const ask = await client(server.url, "operator");
  const closed = await ask<{ seq: number }>("rounds.close", { studyId, round: Number(round) });
  await page.keyboard.press("f");
  await expect(page.getByText(`Round ${round} is closed.`)).toBeVisible();
  for (const where of [rounds, receipt]) {
    await expect(where.getByText(`Round ${round} is closed.`)).toBeVisible();
    await expect(where.getByRole("status").getByRole("link", { name: "See the result" })).toBeVisible();
  }
  await expect(rounds.getByRole("heading", { name: "No open round" })).toBeVisible();
  await expect(receipt.getByText("You did not seal in this round.")).toBeVisible();
  await expect(page.getByText("1 change you made is shown here and not counted.")).toBeVisible();
  await expect(page.getByText(`Closed by entry ${closed.seq} of the log.`)).toBeVisible();
  await expect(saveState(page)).toContainText("1 verdict not counted");
  await expect(page.getByRole("button", { name: "Unfair" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "See the result" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Result of round ${round}` })).toBeVisible();
  await expect(page.getByText("1 of 5 seats sealed. A missing ballot counts as no flags.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No pair reached 3 of 5" })).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: "My rounds" }).click();
  await expect(page.getByRole("heading", { name: "No open round" })).toBeVisible();
});
