import { expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { type MailServer, type ReceivedMail, startMailServer } from "../setup/mail-server.ts";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { keep, test } from "./browser-test.ts";
import { forgeEntry, openedBallot } from "./forged-log.ts";
import { judging, myRounds, savedVerdicts, saveState } from "./judging-steps.ts";
import { demoData } from "./shared.ts";
import { client, demoStudy, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloadReceipt, dropFiles, expectTexts, reloadUntilReceipt, verifyByDrop } from "./verify-steps.ts";

/** A separate server: this file seals in the demo's open round. It sends mail. */
let server: RunningApp;
let mail: MailServer;
/** The auditor who sealed by keyboard; this browser has the receipts. */
let sealer: Page;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  mail = await startMailServer();
  server = await startApp(await freePort(), {
    demo: true,
    data: await demoData(),
    logFile: "test-results/judging-server.log",
    env: { EVENHAND_SMTP_URL: mail.url, EVENHAND_MAIL_FROM: "evenhand@panel.example" },
  });
});

test.afterAll(async () => {
  await server.stop();
  await mail.close();
});

const place = async (page: Page) => {
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  const [, index, count] = /^Pair\s(\d+) of (\d+)$/.exec(title ?? "") ?? [];
  return { index: Number(index), count: Number(count) };
};

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, role: "link" | "button", name: string | RegExp) {
  const target = page.getByRole(role, { name });
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${name}`);
}

const subjectOf = ({ headers }: ReceivedMail) => headers.get("subject") ?? "";

/** Waits for the next mail on this subject. The server also sends others, such as that a round is open. */
async function takeMail(subject: RegExp): Promise<ReceivedMail> {
  for (;;) {
    const taken = await mail.take();
    if (subject.test(subjectOf(taken))) return taken;
  }
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
    /^Flagged as unfair\. Person\s\d over Person\s\d\. 1 flag, \d+ left\. Pair\s2 of/,
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
  await expect(page.getByText("All pairs judged")).toBeVisible();
  await expect(page.getByRole("button", { name: "Review and seal" }).first()).toBeVisible();
  await expect(saveState(page)).toContainText("Saved");

  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review before you seal" })).toBeFocused();
  await expect(page.getByText(/^It is unfair that Person/)).toHaveCount(1);
  // The demonstration's seats were assigned by the server, so no browser made a key for them.
  await expect(page.getByText("Your ballots are marked as unproven.")).toBeVisible();
  await tabTo(page, "button", "Seal my verdicts");
  await page.keyboard.press("Enter");
  const title = page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+ of the log$/ });
  await expect(title).toBeVisible();
  const entry = /\d+/.exec((await title.textContent()) ?? "")?.[0];
  const receipt = await takeMail(/^Receipt: /);
  expect(receipt.to).toEqual(["auditor1@demo.example"]);
  expect(receipt.text).toContain(`Entry ${entry} of the log`);

  await tabTo(page, "link", "change your verdicts and seal again");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await expect(saveState(page)).toContainText("Sealed");
  await page.keyboard.press("f");
  await expect(saveState(page)).toContainText("1 changed since sealing");
  await page.keyboard.press("Control+Enter");
  await tabTo(page, "button", "Seal my verdicts");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Replaced by this one" })).toBeVisible();

  await tabTo(page, "button", "Check my vote");
  await page.keyboard.press("Enter");
  for (const answer of [
    "In the log: yes",
    "Unchanged: yes",
    "Same history as in my receipt: not yet",
    "Counted: not yet",
    "Based on what I saw: not yet",
  ]) {
    await expect(page.getByText(answer)).toBeVisible();
  }
  await expect(page.getByText("This device has your ballot. The server signs for it")).toBeVisible();
  await expectSound(page);
  sealer = keep(page);
});

test("moving the focus or the view never gives a verdict", async ({ browser }) => {
  const page = await judging(browser, server.url, "auditor2");
  for (const key of ["ArrowRight", "n", "p", "ArrowLeft", "ArrowDown", "d", "d", ...Array(20).fill("Tab")]) {
    await page.keyboard.press(key);
  }
  expect(await savedVerdicts(page)).toEqual([]);
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
  expect(await savedVerdicts(page)).toEqual([]);
});

test("the verdict buttons are visible at 1440 x 900 without scrolling", async ({ browser }) => {
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

test("on a small screen the bar leaves room for the table, and each pair starts at its top", async ({
  browser,
}) => {
  const page = await judging(browser, server.url, "auditor3");
  await expect(page.getByText("Who gets a small loan? Person")).toBeVisible();
  await page.keyboard.press("d");
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 640 });
    const bar = page.getByRole("group", { name: /unfair/ }).locator("..");
    expect((await bar.boundingBox())?.height, `at ${width} px`).toBeLessThanOrEqual(640 / 3);
  }
  await page.setViewportSize({ width: 360, height: 640 });
  const bar = page.getByRole("group", { name: /unfair/ }).locator("..");
  const top = (await bar.boundingBox())?.y ?? 0;
  const ends = await page
    .locator("[data-field]")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().bottom));
  const below = ends.filter((end) => end > top + 1).length;
  await expect(page.getByRole("button", { name: /^\d+ more fields?$/ })).toHaveText(
    below === 0 ? [] : [`${below} more field${below === 1 ? "" : "s"}`],
  );
  await page.getByRole("button", { name: "Acceptable" }).click();
  const title = page.getByRole("heading", { level: 1, name: /^Pair 2 of/ });
  await expect(title).toBeInViewport();
  expect((await title.boundingBox())?.y).toBeLessThan(40);
});

test("past rounds have a result in words and a receipt", async ({ browser }) => {
  const page = await myRounds(browser, server.url, "auditor1");
  await page.getByRole("link", { name: "Results of past rounds" }).click();
  await page
    .getByRole("link", { name: /Person \d over Person \d, \d of 5/ })
    .first()
    .click();
  await expect(page.getByText(/of 5 found it unfair that/).first()).toBeVisible();
  await expect(page.getByText("All 5 seats sealed.")).toBeVisible();
  await page.getByRole("link", { name: /^Entry \d+$/ }).click();
  await expect(page.getByRole("article", { name: "Receipt" })).toBeVisible();
  // The server played this round itself: no device has the receipt.
  await expect(page.getByText("This device has no receipt of this ballot")).toBeVisible();
  await page.getByRole("button", { name: "Download" }).click();
  await expect(page.getByText("so there is no file")).toBeVisible();
  await page.getByRole("link", { name: "Receipts", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Receipts" })).toBeVisible();
  await expect(
    page.getByRole("table", { name: "My receipts" }).getByText("Server only").first(),
  ).toBeVisible();
});

test("auditors who have not sealed are reminded by mail, unless the operator undoes it", async ({
  browser,
}) => {
  const page = await signedIn(browser, server.url, "operator");
  await page.goto(await demoStudy(page));
  await page
    .getByRole("link", { name: /^Round 13/ })
    .first()
    .click();
  const missing = page.getByRole("list", { name: "Has not sealed yet" });
  await expect(missing.getByRole("listitem")).toHaveCount(4);
  await page.getByRole("checkbox", { name: "Chiara" }).uncheck();
  await page.getByRole("button", { name: "Send the reminder to 3 auditors" }).click();
  await expect(page.getByText(/^The reminder to Bruno, Deniz and Emre will be sent/)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("The reminder was undone.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send the reminder to 3 auditors" })).toBeVisible();
  expect(mail.mails.map(subjectOf).filter((subject) => subject.startsWith("Reminder: "))).toEqual([]);
  await expectSound(page);
});

test("a dropped honest record is verified, and one altered in the database fails with words", async ({
  browser,
}) => {
  const studyId = /studies\/([^/]+)/.exec(sealer.url())?.[1] ?? "";
  const ask = await client(server.url, "operator");
  await ask("rounds.close", { studyId, round: 13 });
  await reloadUntilReceipt(sealer);
  await sealer.getByRole("button", { name: "Check my vote" }).click();
  const questions = [
    "In the log",
    "Unchanged",
    "Same history as in my receipt",
    "Counted",
    "Based on what I saw",
  ];
  await expectTexts(sealer, ...questions.map((question) => `${question}: yes`));
  const receipt = await downloadReceipt(sealer);

  const researcher = await signedIn(browser, server.url, "researcher");
  const record = await (await researcher.request.get(`/api/studies/${studyId}/record`)).text();
  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
  await verifyByDrop(visitor, record, receipt);

  const { seq, flip } = openedBallot(server.data, studyId, receipt.entry);
  forgeEntry(server.data, { studyId, seq, change: flip }, false);
  await sealer.getByRole("button", { name: "Check again" }).click();
  await expectTexts(
    sealer,
    ...["Unchanged: no", "Counted: no", "The close opened another ballot for your seat than you sealed."],
    "The log does not contain what your receipt says.",
  );

  forgeEntry(server.data, { studyId, seq, change: (line) => line }, true);
  await sealer.getByRole("link", { name: "Receipts", exact: true }).click();
  await sealer.getByRole("button", { name: "Check all that are here" }).click();
  await expect(sealer.getByText("Checked 2: 2 failed.")).toBeVisible();
  await dropFiles(sealer, "Drop a receipt here", [receipt]);
  await expectTexts(sealer, "Unchanged: yes", "Same history as in my receipt: no", "Counted: no");
  await expect(sealer.getByText(/The signature in it proves that\./).first()).toBeVisible();
  await dropFiles(sealer, "Drop a receipt here", [
    { name: "forged", text: receipt.text.replace("index ", "index 1") },
  ]);
  await expect(sealer.getByText("forged is not a complete receipt.")).toBeVisible();
  await expectSound(sealer);
});
