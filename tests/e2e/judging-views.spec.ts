import { type Browser, expect, type Page } from "@playwright/test";
import { test } from "./browser-test.ts";
import { ask, saveState } from "./judging-steps.ts";
import { byKeyboard, byTouch, byTree, opinionOf, said, type View, type Word } from "./judging-ways.ts";
import { studiesServer } from "./shared.ts";
import { atStudies, client, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";

/** Twenty people and 37 pairs, 12 of them the docket. Each view is judged in each way, and all ballots are equal. */
let server: { readonly url: string };
let study: string;

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const { studies, ...running } = await studiesServer();
  server = running;
  study = `/studies/${studies.twentyPeople}`;
});

const DOCKET = 12;
type Ballot = readonly (readonly [high: number, low: number, word: Word, tolerance?: number])[];
const ballots = new Map<string, Ballot>();

/** Reads the study and number of the round on a page. */
function roundOf(page: Page) {
  const [, studyId, round] = /studies\/([^/]+)\/(?:judging|receipts)\/(\d+)/.exec(page.url()) ?? [];
  return { studyId, round: Number(round) };
}

/** Reads this auditor's sealed verdicts. */
async function sealedBallot(page: Page): Promise<Ballot> {
  type Answer = { sealed: { verdicts: Ballot } | null };
  const { sealed } = await ask<Answer>(page, "rounds.judging", roundOf(page), "query");
  return sealed?.verdicts ?? [];
}

/** Withdraws this auditor's saved verdicts, so that the round can be judged from the start again. */
async function takeBackAll(who: string) {
  type Answer = { saved: [high: number, low: number][] };
  const ask = await client(server.url, who);
  const where = { studyId: study.split("/").at(-1), round: 1 };
  const { saved } = await ask<Answer>("rounds.judging", where, "query");
  const withdrawn = saved.map(([high, low]) => [high, low]);
  if (withdrawn.length > 0) await ask("ballots.save", { ...where, verdicts: [], withdrawn });
}

async function open(browser: Browser, who: string, view = ""): Promise<Page> {
  const page = await signedIn(browser, server.url, who);
  await page.goto(`${study}/judging/1${view}`);
  return page;
}

const ways = {
  "by keyboard alone": { who: "auditor1", bind: byKeyboard, device: {} },
  "by touch at 390 px": {
    who: "auditor2",
    bind: byTouch,
    device: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
  "by the accessibility tree alone": { who: "auditor3", bind: byTree, device: {} },
} as const;
type WayName = keyof typeof ways;
const wayNames = Object.keys(ways) as WayName[];
const all = (["queue", "against", "grid"] as const).flatMap((view) => wayNames.map((way) => ({ view, way })));

const whereFocusBegins: Record<View, string> = {
  queue: "section:focus",
  against: "th:focus",
  grid: "td:focus",
};

/** Opens a browser for this input method, at the first pair of a round without verdicts, in a view. */
async function begin(browser: Browser, name: WayName, view: View): Promise<Page> {
  const { who, device } = ways[name];
  await takeBackAll(who);
  const page = await signedIn(browser, server.url, who, device);
  await page.goto(`${study}/judging/1?view=${view}`);
  await expect(page.getByRole("region", { name: /^(Pair 1 of|Person \d+ against|All pairs)/ })).toBeVisible();
  // Not before hydration: earlier presses are lost.
  await expect(page.locator(whereFocusBegins[view])).toHaveCount(1);
  return page;
}

test("the views share ballot, position and undo, and moving gives no verdict", async ({ browser }) => {
  const page = await begin(browser, "by keyboard alone", "queue");
  await page.keyboard.press("f");
  await expect(said(page)).toContainText("1 flag, 11 left. Pair 2 of 12");
  await page.keyboard.press("v");
  await expect(page).toHaveURL(/\?view=against$/);
  const row = page.getByRole("rowheader", { name: /^Person \d+, \d+ in 100, \d+ fewer\. Not looked at/ });
  await expect(row.and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("v");
  const cell = page.getByRole("gridcell", { name: /Not looked at, on the docket$/ });
  await expect(cell.and(page.locator(":focus"))).toHaveCount(1);
  await page.keyboard.press("z");
  await expect(said(page)).toContainText(/^Undone\. Person\s\d+ over Person\s\d+/);
  const judged = page.getByRole("gridcell", { name: /, (Unfair|Acceptable|Not sure)/ });
  await expect(judged).toHaveCount(0);
  for (const key of ["Control+End", "Control+Home", "ArrowRight", "ArrowDown"])
    await page.keyboard.press(key);
  await expect(judged).toHaveCount(0);
  await page.keyboard.press("v");
  await expect(page.getByRole("region", { name: /^Pair \d+ of 12|^Other pair/ })).toBeFocused();
});

test("an accidental tap can be undone, and targets are large", async ({ browser }) => {
  const page = await begin(browser, "by touch at 390 px", "against");
  const rows = page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader") });
  const anchors = page.getByRole("combobox", { name: "Compare everyone with" });
  await expect(anchors.getByRole("option", { disabled: true })).toHaveCount(18);
  await rows.first().tap();
  await page.getByRole("button", { name: "Not sure" }).tap();
  await expect(rows.first()).toContainText("Not sure");
  await page.getByRole("button", { name: "Undo this verdict" }).tap();
  await expect(rows.first()).toContainText("Not looked at");
  const target = await page.getByRole("button", { name: "Unfair" }).boundingBox();
  expect(target?.height).toBeGreaterThanOrEqual(44);
});

test("a view named in the address stays as the server rendered it until its script has loaded", async ({
  browser,
}) => {
  const page = await signedIn(browser, server.url, "auditor1");
  const requested: string[] = [];
  page.on("request", (request) => request.url().includes("rounds.judging") && requested.push(request.url()));
  let release = () => {};
  const released = new Promise<void>((go) => {
    release = go;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("scroll-m-12")) await released;
    await route.fulfill({ response });
  });
  await page.goto(`${study}/judging/1?view=grid`, { waitUntil: "commit" });
  // The page is hydrated, except the view.
  await expect(page.locator("section:focus")).toHaveCount(1);
  await page.evaluate(() => {
    const grid = document.querySelector("[role=grid]");
    new MutationObserver(() => {
      if (!grid?.isConnected) document.documentElement.dataset.gone = "";
    }).observe(document.body, { childList: true, subtree: true });
  });
  // A new answer of the server would be rendered before the view is loaded.
  expect(requested).toEqual([]);
  release();
  await expect(page.locator("td:focus")).toHaveCount(1);
  await expect.poll(() => requested.length).toBeGreaterThan(0);
  await page.keyboard.press("f");
  await expect(said(page)).toContainText("Flagged as unfair");
  await expect(page.locator("html")).not.toHaveAttribute("data-gone");
  await page.keyboard.press("z");
  await expect(said(page)).toContainText("Undone");
  // The page may still prefetch others.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("everything is reachable at 320 px and at 200 %, without horizontal scrolling", async ({ browser }) => {
  // 1280 by 800 pixels at 200 % is half as many of CSS.
  for (const device of [
    { viewport: { width: 320, height: 640 } },
    { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  ]) {
    const page = await signedIn(browser, server.url, "auditor1", device);
    for (const view of ["queue", "against", "grid", "review"]) {
      await page.goto(`${study}/judging/1?view=${view}`);
      const name = view === "review" ? "Seal my ballot" : "Unfair";
      const last = page.getByRole("button", { name: new RegExp(`^${name}|^Seal my verdicts`) }).first();
      // A view scrolls to its current pair when it is hydrated.
      await expect(page.locator(":focus")).toHaveCount(1);
      // While its scripts are still loading, the view may be rendered once more.
      await expect(async () => {
        await last.scrollIntoViewIfNeeded({ timeout: 10_000 });
        await expect(last).toBeInViewport({ ratio: 1, timeout: 10_000 });
      }).toPass();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, `${view}, ${device.viewport.width} px`).toBeLessThanOrEqual(0);
    }
  }
});

test("close to the study's limit the bar says so, and leaves the table two thirds of a small screen", async ({
  browser,
}) => {
  const page = await atStudies(browser, server.url, "auditor1");
  await page.getByRole("link", { name: "Beside the limit", exact: true }).click();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole("link", { name: /^(Begin|Continue)/ }).click();
  const bar = page.getByRole("group", { name: /unfair/ }).locator("..");
  await expect(bar).toContainText("The difference is 33.33. Judged above 33.3.");
  expect((await bar.boundingBox())?.height).toBeLessThanOrEqual(640 / 3);
});

for (const { view, way: name } of all) {
  test(`${view} is judged ${name}`, async ({ browser }) => {
    const page = await begin(browser, name, view);
    const way = await ways[name].bind(page, view);
    for (let count = 1; count <= DOCKET; count += 1) {
      const pair = await way.present();
      expect(pair, `pair ${count}`).toBeDefined();
      await way.give(opinionOf(...(pair ?? [0, 0])));
    }
    expect(await way.present(), "the docket is done").toBeUndefined();
    // If it was sealed in another way before, it is the same.
    await expect(saveState(page)).toContainText(/Saved|Sealed/);
    await way.review();
    await expect(page.getByText("12 of 12 of the docket, 12 of 37 eligible pairs.")).toBeVisible();
    await way.seal();
    await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
    ballots.set(`${view} ${name}`, await sealedBallot(page));
  });
}

test("the nine ballots are equal, and contain the docket", () => {
  const [first, ...others] = all.map(({ view, way }) => ballots.get(`${view} ${way}`));
  expect(first).toHaveLength(DOCKET);
  for (const [high, low, word] of first ?? []) expect(word).toBe(opinionOf(high + 1, low + 1));
  for (const other of others) expect(other).toEqual(first);
});

test("cells are large enough on a small screen, and the view is remembered on the device", async ({
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
  // While its scripts are still loading, the view may be rendered once more.
  await expect.poll(leastSize).toBeGreaterThanOrEqual(24);
  await page.getByRole("button", { name: "One against all" }).click();
  await expect(page.getByRole("rowheader").first()).toBeVisible();
  // It is saved after it was drawn.
  await expect.poll(() => page.evaluate(() => localStorage.getItem("evenhand/view"))).toBe("against");
  await page.goto(`${study}/judging/1`);
  await expect(page.getByRole("button", { name: "One against all" })).toHaveAttribute("aria-pressed", "true");
});

test("points set the verdict, are undone with it, and are sealed with it", async ({ browser }) => {
  const page = await atStudies(browser, server.url, "auditor3");
  await page.getByRole("link", { name: "Asked more", exact: true }).click();
  await page.getByRole("link", { name: /^(Begin|Continue)/ }).click();
  await expect(page.getByRole("button", { name: "Show their chances" })).toBeVisible();
  // Before the chances are shown nothing reveals the better one, and no number is accepted.
  await expect(page.getByLabel("Go to pair").getByRole("option").first()).toHaveText(
    /^1: Person\s\d+ and Person\s\d+, not looked at$/,
  );
  const field = page.getByRole("textbox", { name: /^Acceptable up to how many points, Person \d+ over/ });
  await expect(field).toHaveCount(0);
  await page.keyboard.press("v");
  await expect(page.locator("th:focus")).toHaveCount(1);
  await expect(field).toBeVisible();
  await expect(page.locator("label", { has: field })).toHaveText(/^Acceptable up to\s*points$/);

  await page.keyboard.press("t");
  await expect(field).toBeFocused();
  await page.keyboard.type("100");
  await expect(page.getByRole("status").filter({ hasText: /^so\s*Acceptable$/ })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("Up to 100 points acceptable. Acceptable. Person ");
  await expect(page.getByRole("rowheader", { name: /Acceptable, up to 100 points acceptable/ })).toHaveCount(
    1,
  );
  await expect(page.locator("th:focus")).toHaveCount(1);

  await page.keyboard.press("v");
  await expect(page.locator("td:focus")).toHaveCount(1);
  // If the pair was the last one below its person, this does not change.
  const next = page.getByRole("gridcell", { name: /Not looked at/ }).first();
  await next.click();
  await expect(next).toBeFocused();
  await page.keyboard.press("t");
  await page.keyboard.type("x");
  await expect(page.getByText("Whole points from 0 to 100.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator("td:focus")).toHaveCount(1);
  await page.keyboard.press("t");
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("Up to 0 points acceptable. Flagged as unfair. Person ");
  const unfair = page.getByRole("gridcell", { name: /, Unfair, up to 0 points acceptable/ });
  await expect(unfair).toBeFocused();
  await page.keyboard.press("a");
  await expect(said(page)).toContainText(
    "Acceptable. The points contradicted this and were removed. Person ",
  );
  await expect(unfair).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(said(page)).toContainText("Unfair, up to 0 points acceptable.");
  await expect(unfair).toHaveCount(1);
  await expectSound(page);
  await expect(saveState(page)).toContainText("Saved");
  await page.reload();
  await expect(unfair).toHaveCount(1);
  await page.getByRole("region", { name: "All pairs at a glance" }).press("Control+Enter");
  await expect(page.getByText("0 points would still be acceptable.")).toBeVisible();
  await expectSound(page);
  await page.getByRole("button", { name: "Seal my verdicts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
  expect((await sealedBallot(page)).map(([, , ...rest]) => rest.join(" ")).sort()).toEqual([
    "acceptable 100",
    "unfair 0",
  ]);
});

test("people are shown before chances, with reasons, notes and second answers", async ({ browser }) => {
  const page = await atStudies(browser, server.url, "auditor1");
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
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pair\s1 of/);
  await expectSound(page);
  await page.keyboard.press("Enter");
  await expect(said(page)).toContainText("in 100. Not looked at.");
  await expect(unfair).toBeVisible();
  await expect(area).toBeFocused();

  // Unsent text is kept on this device, and sent when the page is opened again.
  await page.keyboard.press("c");
  await page.getByLabel("Your note").fill("Both pay the same rent.");
  await page.reload();
  await expect(area).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^My note/ })).toBeVisible();
  await page.keyboard.press("f");
  await expect(said(page)).toContainText("Their chances are not shown yet.");
  await page.keyboard.press("Enter");
  const reasons = page.getByRole("group", { name: /^Why Person \d+ over Person \d+ is unfair/ });
  await expect(reasons).toContainText(/^Your last flag, Person\s\d+ over Person\s\d+: why is it unfair\?/);
  await page.keyboard.press("p");
  await expect(reasons).toContainText(/^This pair, Person\s\d+ over Person\s\d+: why is it unfair\?/);
  await reasons.getByRole("button", { name: "Same situation" }).click();
  await expect(reasons.getByRole("button", { name: "Same situation" })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectSound(page);
  await page.keyboard.press("n");
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

  const asOperator = await client(server.url, "operator");
  await asOperator("rounds.close", where);
  const other = await signedIn(browser, server.url, "auditor2");
  await other.goto(`/studies/${studyId}/results/1`);
  await other.getByRole("link", { name: /^What was said of it/ }).click();
  await expect(other.getByText("Both pay the same rent.")).toBeInViewport();
  await expect(other.getByText("Why it was flagged: Same situation (1).")).toBeVisible();
  await expect(other.getByText("The whole panel gave the same answer 1 of 2 times.")).toBeVisible();
  await expect(other.getByText("up to 0 points acceptable")).toBeVisible();
  await expectSound(other);
});

test("practice works offline, is explained, and stores nothing", async ({ browser }) => {
  const page = await signedIn(browser, server.url, "auditor2");
  await page.goto(`${study}/judging`);
  await page.getByRole("link", { name: "Practise first" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Practice" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("listitem")).toHaveCount(6);
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
  const requested: string[] = [];
  page.on("request", (request) => requested.push(`${request.method()} ${request.url()}`));

  await page.getByRole("button", { name: "Begin with the first pair" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Practice, pair 1 of 5" })).toBeVisible();
  await page.keyboard.press("f");
  await expect(page.getByRole("status").filter({ hasText: "You find this gap unfair." })).toBeVisible();
  await expectSound(page);
  for (const key of ["n", "a", "n", "u", "n", "n"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { level: 1, name: "Practice, pair 5 of 5" })).toBeVisible();
  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "You are ready" })).toBeVisible();
  await expect(page.getByText("You gave 3 of 5 verdicts.")).toBeVisible();
  expect(requested).toEqual([]);
  await page.getByRole("button", { name: "Practise again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Practice" })).toBeVisible();
});

test("an auditor changes keys, turns them off, and sees them on the buttons", async ({ browser }) => {
  const page = await open(browser, "auditor3");
  await page.getByRole("button", { name: /^Keys/ }).click();
  await page.getByRole("link", { name: "Change these keys, or switch them off" }).click();
  await page.getByLabel("Unfair", { exact: true }).fill("a");
  await page.getByRole("button", { name: "Save keys" }).click();
  await expect(page.getByText("Another command has this key.")).toBeVisible();
  await page.getByLabel("Unfair", { exact: true }).fill("j");
  await page.getByRole("button", { name: "Save keys" }).click();
  await expect(page.getByText("Your keys are saved.")).toBeVisible();
  await expectSound(page);

  await page.goto(`${study}/judging/1?view=queue`);
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
  await page.getByRole("button", { name: "Save keys" }).click();
  await expect(page.getByText("Your keys are saved.")).toBeVisible();
  await page.goto(`${study}/judging/1?view=queue`);
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
