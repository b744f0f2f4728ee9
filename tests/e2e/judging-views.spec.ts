import { rm } from "node:fs/promises";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { ask, expectSound, saveState, signedIn } from "./judging-steps.ts";
import { makeStudy } from "./made-study.ts";

/** Twenty people and 37 pairs, 24 of them the docket: each view is judged in a way of its own, and the ballots are one. */
let server: RunningApp;
let study: string;
let folder: string;

test.describe.configure({ mode: "serial", timeout: 180_000 });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  ({ address: study, data: folder } = await makeStudy("twenty-people.ts"));
  const logFile = "test-results/judging-views-server.log";
  server = await startApp(await freePort(), { demo: true, logFile, data: folder });
});

test.afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const PAIR_COUNT = 37;
const words = ["unfair", "acceptable", "unsure"] as const;
type Word = (typeof words)[number];
const keys: Record<Word, string> = { unfair: "f", acceptable: "a", unsure: "u" };
const names: Record<Word, string> = { unfair: "Unfair", acceptable: "Acceptable", unsure: "Not sure" };

/** What all three auditors think of a pair, by the numbers people have on the screen. */
function opinionOf(high: number, low: number): Word {
  return words[(2 * high + low) % 3] ?? "unsure";
}

/** "Person 3 over Person 11" anywhere in a text. */
function pairIn(text: string): [number, number] {
  const [, high, low] = /Person (\d+) over Person (\d+)/.exec(text) ?? [];
  if (high === undefined || low === undefined) throw new Error(`no pair in: ${text}`);
  return [Number(high), Number(low)];
}

const ballots = new Map<string, unknown>();

/** What is in the log of this auditor's verdicts, once it is sealed. */
async function sealedBallot(page: Page): Promise<unknown> {
  const [, studyId, round] = /studies\/([^/]+)\/judge\/(\d+)/.exec(page.url()) ?? [];
  const { sealed } = await ask<{ sealed: { verdicts: unknown } | null }>(
    page,
    "rounds.judging",
    { studyId, round: Number(round) },
    "query",
  );
  return sealed?.verdicts;
}

async function expectSealed(page: Page, who: string) {
  await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
  ballots.set(who, await sealedBallot(page));
}

const said = (page: Page) => page.locator("p[role=status].sr-only");

async function open(browser: Browser, who: string, view = ""): Promise<Page> {
  const page = await signedIn(browser, server.url, who);
  await page.goto(`${study}/judge/1${view}`);
  return page;
}

test("the queue is judged by keyboard alone", async ({ browser }) => {
  const page = await open(browser, "auditor1");
  await expect(page.getByRole("region", { name: "Pair 1 of 24" })).toBeFocused();

  // The views share one ballot, one place and one undo.
  await page.keyboard.press("f");
  await expect(said(page)).toContainText("1 flag, 23 left. Pair 2 of 24");
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/\?view=against$/);
  const row = page.getByRole("rowheader", { name: /^Person \d+, \d+ in 100, \d+ fewer\. Not looked at/ });
  await expect(row.and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("v");
  const cell = page.getByRole("gridcell", { name: /Not looked at, on the docket$/ });
  await expect(cell.and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(said(page)).toContainText(/^Undone\. Person \d+ over Person \d+/);
  await expect(page.getByRole("gridcell", { name: /, Unfair/ })).toHaveCount(0);
  await page.keyboard.press("v");
  await expect(page.getByRole("region", { name: "Pair 1 of 24" })).toBeFocused();

  for (let count = 1; count <= PAIR_COUNT; count += 1) {
    const [high, low] = await page.getByRole("article").getByRole("heading", { level: 2 }).allTextContents();
    const opinion = opinionOf(...pairIn(`${high} over ${low}`));
    await page.keyboard.press(keys[opinion]);
    await expect(said(page)).toContainText(`${high} over ${low}`);
    if (count === 24) {
      await expect(said(page)).toContainText("the whole docket looked at");
      await page.keyboard.press("x");
      await expect(page.getByRole("heading", { level: 1, name: "Other pair 1 of 13" })).toBeVisible();
    }
  }
  await expect(saveState(page)).toContainText("Saved");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review before you seal" })).toBeFocused();
  await expect(page.getByText("24 of 24 of the docket, 37 of 37 eligible pairs.")).toBeVisible();
  await expect(page.getByText(/^\d+ verdicts took less than 2 seconds\./)).toBeVisible();
  const seal = page.getByRole("button", { name: "Seal my verdicts" });
  for (let presses = 0; presses < 80; presses += 1) {
    if (await seal.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expectSealed(page, "keyboard");
});

test("one against all is judged by touch at 390 px, with an undo in reach", async ({ browser }) => {
  const signed = await signedIn(browser, server.url, "auditor2");
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: await signed.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto(`${study}/judge/1`);
  await page.getByRole("button", { name: "One against all" }).tap();
  const table = page.getByRole("grid");
  await expect(table).toBeVisible();
  const verdicts = page.getByRole("group", { name: /unfair/ });
  const anchors = page.getByRole("combobox", { name: "Compare everybody with" });
  await expect(anchors.getByRole("option", { disabled: true })).toHaveCount(18);

  // A slip of the thumb, and the way back.
  await anchors.selectOption({ index: 0 });
  const rows = table.getByRole("row").filter({ has: page.getByRole("rowheader") });
  await rows.first().tap();
  await verdicts.getByRole("button", { name: "Not sure" }).tap();
  await expect(rows.first()).toContainText("Not sure");
  await page.getByRole("button", { name: "Undo this verdict" }).tap();
  await expect(rows.first()).toContainText("Not looked at");

  for (const anchor of [0, 1]) {
    await anchors.selectOption({ index: anchor });
    const count = await rows.count();
    await rows.first().tap();
    for (let index = 0; index < count; index += 1) {
      const question = (await verdicts.getAttribute("aria-labelledby")) ?? "";
      const [high, low] = (await page.locator(`[id="${question}"]`).innerText()).match(/Person \d+/g) ?? [];
      const opinion = opinionOf(...pairIn(`${high} over ${low}`));
      await verdicts.getByRole("button", { name: names[opinion] }).tap();
      await expect(rows.nth(index)).toContainText(names[opinion]);
    }
  }
  const target = await verdicts.getByRole("button", { name: "Unfair" }).boundingBox();
  expect(target?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("button", { name: "Review", exact: true }).tap();
  await page.getByRole("button", { name: "Seal my verdicts" }).tap();
  await expectSealed(page, "touch");
  await context.close();
});

test("the grid is judged by what the accessibility tree says", async ({ browser }) => {
  const page = await open(browser, "auditor3", "?view=grid");
  const session = await page.context().newCDPSession(page);
  /** What a screen reader has of the page: role and name of everything, and what has the focus. */
  async function tree() {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return nodes.map(({ role, name, properties }) => ({
      role: String(role?.value ?? ""),
      name: String(name?.value ?? ""),
      isFocused: properties?.some((one) => one.name === "focused" && one.value.value === true) ?? false,
    }));
  }
  const cells = async () => (await tree()).flatMap(({ role, name }) => (role === "gridcell" ? [name] : []));
  /** The cell that has the focus, as it is read out, once it is another one. */
  async function focused(before?: string): Promise<string> {
    let cell: string | undefined;
    await expect(async () => {
      cell = (await tree()).find(({ role, isFocused }) => role === "gridcell" && isFocused)?.name;
      expect(cell).toBeDefined();
      expect(cell).not.toBe(before);
    }).toPass();
    return cell ?? "";
  }
  await expect(page.getByRole("heading", { level: 1, name: "All pairs at a glance" })).toBeVisible();
  const start = await focused();
  await page.keyboard.press("Control+End");
  const last = await focused(start);
  await page.keyboard.press("Control+Home");
  await focused(last);
  const judged = /, (Unfair|Acceptable|Not sure)/;
  expect(
    (await cells()).filter((cell) => judged.test(cell)),
    "moving gives no verdict",
  ).toEqual([]);

  let cell = "";
  for (let count = 1; count <= PAIR_COUNT; count += 1) {
    cell = await focused(cell);
    expect(cell).toContain("Not looked at");
    const opinion = opinionOf(...pairIn(cell));
    await page.keyboard.press(keys[opinion]);
    cell = await focused(cell);
    expect(cell).toContain(`, ${names[opinion]}`);
    await page.keyboard.press("x");
  }
  expect((await cells()).filter((cell) => judged.test(cell))).toHaveLength(PAIR_COUNT);
  await page.getByRole("button", { name: "Review and seal" }).press("Enter");
  await page.getByRole("button", { name: "Seal my verdicts" }).press("Enter");
  await expectSealed(page, "tree");
});

test("the three ballots are one, and hold every pair", () => {
  const [keyboard, touch, tree] = [ballots.get("keyboard"), ballots.get("touch"), ballots.get("tree")];
  expect(keyboard).toHaveLength(PAIR_COUNT);
  const sorted = (ballot: unknown) =>
    [...(ballot as unknown[])].map((verdict) => JSON.stringify(verdict)).sort();
  expect(sorted(touch)).toEqual(sorted(keyboard));
  expect(sorted(tree)).toEqual(sorted(keyboard));
});

test("each view is sound light and dark, wide and narrow, and the view is remembered on the device", async ({
  browser,
}) => {
  const page = await open(browser, "auditor1", "?view=grid");
  await expect(page.getByRole("grid")).toBeVisible();
  await page.setViewportSize({ width: 320, height: 640 });
  const leastSize = () =>
    page
      .getByRole("gridcell", { name: /Not sure/ })
      .evaluateAll((cells) =>
        Math.min(
          ...cells.flatMap((cell) => [
            cell.getBoundingClientRect().width,
            cell.getBoundingClientRect().height,
          ]),
        ),
      );
  // While its scripts are still coming, the view may be put up once more.
  await expect.poll(leastSize).toBeGreaterThanOrEqual(24);
  await expectSound(page);
  await page.getByRole("button", { name: "One against all" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  await expectSound(page);
  await page.goto(`${study}/judge/1`);
  await expect(page.getByRole("button", { name: "One against all" })).toHaveAttribute("aria-pressed", "true");
});

test("people come before their chances, and reasons, notes and second answers beside the verdicts", async ({
  browser,
}) => {
  const page = await signedIn(browser, server.url, "auditor1");
  await page.getByRole("link", { name: "Asked more", exact: true }).click();
  await page.getByRole("link", { name: /^(Begin|Continue)/ }).click();
  const [, studyId = ""] = /studies\/([^/]+)\//.exec(page.url()) ?? [];
  const where = { studyId, round: 1 };
  const shown = page.getByRole("button", { name: "Show their chances" });
  const area = page.getByRole("region", { name: /^Pair 1 of/ });
  const unfair = page.getByRole("button", { name: /^Unfair/ });
  await expect(shown).toBeVisible();
  await expect(area).toBeFocused();
  await expect(area).not.toContainText("in 100");
  await page.keyboard.press("f");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pair 1 of/);
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("in 100. Not looked at.");
  await expect(unfair).toBeVisible();
  await expect(area).toBeFocused();

  await page.keyboard.press("c");
  await page.getByLabel("Your note").fill("Both pay the same rent.");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^My note/ })).toBeVisible();
  await page.keyboard.press("f");
  await expect(said(page)).toContainText("Their chances are not shown yet.");
  await page.keyboard.press("Enter");
  const reasons = page.getByRole("group", { name: /^Why Person \d+ over Person \d+ is unfair/ });
  await reasons.getByRole("button", { name: "Same situation" }).click();
  await expect(reasons.getByRole("button", { name: "Same situation" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectSound(page);
  type Own = { own: { note: string; reasons: string[]; again: string | null }[] };
  const own = async () => (await ask<Own>(page, "ballots.remarks", where, "query")).own;
  await expect
    .poll(own)
    .toMatchObject([{ note: "Both pay the same rent.", reasons: ["same-situation"], again: null }]);

  const { docketCount } = await ask<{ docketCount: number }>(page, "rounds.judging", where, "query");
  for (let place = 2; place <= docketCount; place += 1) {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Pair ${place} of ${docketCount}`);
    if (place > 2) await page.keyboard.press("Enter");
    await expect(unfair).toBeVisible();
    await page.getByRole("region", { name: /^Pair/ }).focus();
    await page.keyboard.press("a");
  }
  await page.getByRole("button", { name: "Answer them" }).click();
  const again = page.getByRole("dialog");
  await expect(again.getByRole("heading", { name: "A second time: 1 of 2" })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press("f");
  await expect(again.getByRole("heading", { name: "A second time: 2 of 2" })).toBeVisible();
  await page.keyboard.press("u");
  await expect(
    again.getByText("You gave the same answer on 1 of 2 pairs that you answered twice."),
  ).toBeVisible();
  await again.getByRole("button", { name: "Back to the pairs" }).click();
  await expect
    .poll(async () => (await own()).map((remark) => remark.again).sort())
    .toEqual(["unfair", "unsure"]);
  await expect(saveState(page)).toContainText("Saved");
  await page.reload();
  await expect(page.getByRole("region", { name: /^Other pair/ })).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(
    page.getByText("You gave the same answer on 1 of 2 pairs that you answered twice."),
  ).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Seal my verdicts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();

  const operator = await signedIn(browser, server.url, "operator");
  await ask(operator, "rounds.close", where);
  const other = await signedIn(browser, server.url, "auditor2");
  await other.goto(`/studies/${studyId}/judge/1/result`);
  await other.getByRole("link", { name: /^What was said of it/ }).click();
  await expect(other.getByText("Both pay the same rent.")).toBeInViewport();
  await expect(other.getByText("Why it was flagged: Same situation (1).")).toBeVisible();
  await expect(other.getByText("The whole panel gave the same answer 1 of 2 times.")).toBeVisible();
  await expectSound(other);
});

test("practice goes without a connection, is explained, and leaves nothing behind", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "auditor2");
  await page.goto(`${study}/judge`);
  await page.getByRole("link", { name: "Practise first" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Practice" })).toBeVisible();
  await expect(page.getByRole("listitem")).toHaveCount(6);
  await expectSound(page);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.method()} ${request.url()}`));

  await page.getByRole("button", { name: "Begin with the first pair" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Practice, pair 1 of 5" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(
    page.getByRole("status").filter({ hasText: "This is the kind of pair to look for." }),
  ).toBeVisible();
  await expectSound(page);
  for (const key of ["n", "a", "n", "u", "n", "n"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { level: 1, name: "Practice, pair 5 of 5" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "You are ready" })).toBeVisible();
  await expect(page.getByText("You gave 3 of 5 verdicts.")).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByRole("button", { name: "Practise again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Practice" })).toBeVisible();
});

test("keys are changed for the account, switched off, and shown on the buttons they press", async ({
  browser,
}) => {
  const page = await open(browser, "auditor3");
  await page.getByRole("button", { name: /^Keys/ }).click();
  await page.getByRole("link", { name: "Change these keys, or switch them off" }).click();
  await page.getByLabel("Unfair", { exact: true }).fill("a");
  await page.getByRole("button", { name: "Keep these keys" }).click();
  await expect(page.getByText("Another command has this key.")).toBeVisible();
  await page.getByLabel("Unfair", { exact: true }).fill("j");
  await page.getByRole("button", { name: "Keep these keys" }).click();
  await expect(page.getByText("Your keys are kept.")).toBeVisible();
  await expectSound(page);

  await page.goto(`${study}/judge/1?view=queue`);
  const unfair = page.getByRole("button", { name: /^Unfair/ });
  await expect(unfair).toContainText("J");
  await expect(page.getByRole("region", { name: /^(Pair|Other pair)/ })).toBeFocused();
  const before = await unfair.getAttribute("aria-pressed");
  await page.keyboard.press("j");
  await expect(said(page)).toContainText(/^(Flagged as unfair|Taken back)/);
  await page.keyboard.press("z");
  await expect(unfair).toHaveAttribute("aria-pressed", before ?? "");

  await page.goto("/account#keys");
  await page.getByLabel("Single keys work while judging").uncheck();
  await page.getByRole("button", { name: "Keep these keys" }).click();
  await expect(page.getByText("Your keys are kept.")).toBeVisible();
  await page.goto(`${study}/judge/1?view=queue`);
  await expect(page.getByRole("region", { name: /^(Pair|Other pair)/ })).toBeFocused();
  await expect(unfair).not.toContainText("J");
  const title = page.getByRole("heading", { level: 1 });
  const shown = (await title.textContent()) ?? "";
  for (const key of ["j", "f", "a", "u", "x", "1", "v"]) await page.keyboard.press(key);
  await expect(title).toHaveText(shown);
  await expect(saveState(page)).toContainText("Sealed");
  await page.keyboard.press("ArrowRight");
  await expect(title).not.toHaveText(shown);
});
