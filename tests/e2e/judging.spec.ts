import { expect, type Page, test } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import {
  ask,
  enter,
  expectSound,
  judging,
  loseSession,
  myRounds,
  savedDrafts,
  saveState,
  signedIn,
} from "./judging-steps.ts";

/** A server of its own: this file closes the demo's open round. */
let server: RunningApp;

test.describe.configure({ mode: "serial", timeout: 120_000 });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  server = await startApp(await freePort(), { demo: true, logFile: "test-results/judging-server.log" });
});

test.afterAll(() => server.stop());

const place = async (page: Page) => {
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const [, index, count] = /^Pair (\d+) of (\d+)$/.exec(title ?? "") ?? [];
  return { index: Number(index), count: Number(count) };
};

/** Tab until this has the focus: nothing else brings one there by keyboard. */
async function tabTo(page: Page, role: "link" | "button", name: string | RegExp) {
  const target = page.getByRole(role, { name });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

test("a round is judged, reviewed and sealed by keyboard alone, and sealed again", async ({ browser }) => {
  const page = await myRounds(browser, server.url, "auditor1");
  await tabTo(page, "link", "Begin");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^Pair 1 of/ })).toBeFocused();
  const { count } = await place(page);
  const said = page.locator("p[role=status].sr-only");

  await page.keyboard.press("f");
  await expect(said).toContainText(
    /^Flagged as unfair\. Person \d over Person \d\. 1 flag, \d+ left\. Pair 2 of/,
  );
  await page.keyboard.press("z");
  await expect(said).toContainText("Undone. Pair 1 of");
  await expect(page.getByRole("button", { name: "Unfair" })).toHaveAttribute("aria-pressed", "false");
  await page.keyboard.press("Shift+Z");
  await expect(page.getByRole("button", { name: "Unfair" })).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("x");
  expect((await place(page)).index).toBe(2);
  for (let left = count - 1; left > 0; left -= 1)
    await page.keyboard.press(["a", "2", "u", "0"][left % 4] ?? "a");
  await expect(page.getByText("You have looked at every pair.")).toBeVisible();
  await expect(saveState(page)).toContainText("Saved");

  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review before you seal" })).toBeFocused();
  await expect(page.getByText(/^It is unfair that Person/)).toHaveCount(1);
  await tabTo(page, "button", "Seal my verdicts");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+ of the log$/ }),
  ).toBeVisible();

  await tabTo(page, "link", "change your verdicts and seal again");
  await page.keyboard.press("Enter");
  await expect(saveState(page)).toContainText("Sealed");
  await page.keyboard.press("f");
  await expect(saveState(page)).toContainText("1 changed since sealing");
  await page.keyboard.press("Control+Enter");
  await tabTo(page, "button", "Seal my verdicts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Replaced by this one" })).toBeVisible();
});

test("moving the focus and looking around never gives a verdict", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor2");
  await expectSound(page);
  for (const key of ["ArrowRight", "n", "p", "ArrowLeft", "ArrowDown", "d", "d", ...Array(20).fill("Tab")]) {
    await page.keyboard.press(key);
  }
  expect(await savedDrafts(page)).toEqual([]);
  await page.getByRole("region", { name: /^Pair/ }).focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys on this page" })).toBeVisible();
  await page.keyboard.press("f");
  await expectSound(page);
  await page.keyboard.press("Escape");
  await page.keyboard.press("i");
  await expect(page.getByRole("dialog", { name: /^Guidelines/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Studies" }).focus();
  await page.keyboard.press("f");
  expect(await savedDrafts(page)).toEqual([]);
});

test("the verdict buttons are on a screen of 1440 x 900 without scrolling", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor2");
  await page.setViewportSize({ width: 1440, height: 900 });
  const { count } = await place(page);
  const tops = new Set<number>();
  for (let pair = 1; pair <= count; pair += 1) {
    const box = await page.getByRole("button", { name: "Not sure" }).boundingBox();
    expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
    tops.add(Math.round(box?.y ?? 0));
    await page.keyboard.press("n");
  }
  expect([...tops], "the buttons stay where they are from pair to pair").toHaveLength(1);
});

test("verdicts given without a connection are kept, and sent when it is back", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor2");
  await page.context().setOffline(true);
  await page.keyboard.press("f");
  await page.keyboard.press("a");
  await expect(saveState(page)).toContainText("Not saved, 2 verdicts kept on this device");
  await expect(page.getByText("The server cannot be reached.")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Seal my verdicts" }).click();
  await expect(page.getByText("Not recorded yet")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Back to the pairs" }).click();

  const context = page.context();
  const address = page.url();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(address);
  await expect(saveState(again)).toContainText("Saved");
  expect(await savedDrafts(again)).toEqual(["acceptable", "unfair"]);
});

test("nothing is lost when the session ends in the middle of judging", async ({ browser }) => {
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
  await expect(saveState(page)).toContainText("Saved");
  expect(await savedDrafts(page)).toEqual(["unfair", "unsure"]);
});

test("verdicts kept for one person are never sent for another who signs in", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor4");
  const second = await page.context().newPage();
  await loseSession(page.context());
  await second.goto("/sign-in");
  await enter(second, "auditor5");
  await expect(second.getByRole("heading", { level: 1, name: "Studies" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(page.getByText("Somebody else is signed in in this browser.")).toBeVisible();
  await second.goto(page.url());
  await expect(saveState(second)).toContainText("None yet");
  expect(await savedDrafts(second)).toEqual([]);
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

test("a round that closes meanwhile keeps the verdicts in sight, not counted", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor5");
  await page.keyboard.press("a");
  await expect(saveState(page)).toContainText("Saved");
  const [, studyId, round] = /studies\/([^/]+)\/judge\/(\d+)/.exec(page.url()) ?? [];
  const operator = await signedIn(browser, server.url, "operator");
  const closed = await ask(operator, "rounds.close", { studyId, round: Number(round) });
  await page.keyboard.press("f");
  await expect(page.getByText(`Round ${round} is closed.`)).toBeVisible();
  await expect(page.getByText("1 verdict you gave is shown here and not counted.")).toBeVisible();
  await expect(page.getByText(`Closed by entry ${closed.seq} of the log.`)).toBeVisible();
  await expect(saveState(page)).toContainText("1 verdict not counted");
  await expect(page.getByRole("button", { name: "Unfair" })).toHaveCount(0);
  await expectSound(page);
  await page.getByRole("link", { name: "See the result" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Result of round ${round}` })).toBeVisible();
  await expect(
    page.getByText("1 of 5 seats sealed; whoever did not counts as having flagged nothing."),
  ).toBeVisible();
  await expect(page.getByRole("heading", { name: "No pair reached 3 of 5" })).toBeVisible();
  await expectSound(page);
});

test("past rounds have a result in words and a receipt", async ({ browser }) => {
  const page = await myRounds(browser, server.url, "auditor1");
  await expect(page.getByRole("heading", { name: "No open round" })).toBeVisible();
  await expectSound(page);
  await page
    .getByRole("link", { name: /Person \d over Person \d, \d of 5/ })
    .first()
    .click();
  await expect(page.getByText(/of 5 found it unfair that/).first()).toBeVisible();
  await expect(page.getByText("All 5 seats sealed.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("link", { name: /^Entry \d+$/ }).click();
  await expect(page.getByRole("article", { name: "Receipt" })).toBeVisible();
  await expectSound(page);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toMatch(/^receipt-round-\d+-entry-\d+\.json$/);
});

test("a round that does not exist, and somebody else's page, are not shown", async ({ browser }) => {
  const page = await myRounds(browser, server.url, "auditor1");
  const rounds = page.url();
  expect((await page.goto(`${rounds}/99`))?.status()).toBe(404);
  expect((await page.goto(`${rounds}/one`))?.status()).toBe(404);
  const operator = await signedIn(browser, server.url, "operator");
  expect((await operator.goto(`${rounds}/1`))?.status()).toBe(403);
});
