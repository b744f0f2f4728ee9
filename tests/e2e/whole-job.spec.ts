import { expect, type Page } from "@playwright/test";
import { freePort } from "../../scripts/lib/port.mjs";
import { readRecord, replayRecord } from "../replay/record.ts";
import { emailOf } from "../setup/app.ts";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { addPeople } from "./added-people.ts";
import { keep, test } from "./browser-test.ts";
import { signedIn } from "./signed-in.ts";
import { expectAccessible, expectSound } from "./sound.ts";
import { close, downloaded, draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";

/**
 * The whole job on a separate file: two people per round, one with 60 points and one with 40, and one condition,
 * points > 50. So there are three rules: no one, everyone, points > 50. The files have decimal commas.
 */
const people = `id;points\n${Array.from({ length: 8 }, (_, i) => `applicant-${i};${i % 2 === 0 ? "60,0" : "40,0"}`).join("\n")}\n`;
const horizon = 20;
const eps = 0.05;

/** Computed by hand, without the code under test. */
const eta = (1 / 2) * Math.sqrt((0.8 * Math.log(3)) / horizon);
const fairnessWeight = eps / eta;

type Played = { isFlagged: boolean; selected: [boolean, boolean]; chances: [number, number]; isYes: boolean };

/** The charges of a round with all outcomes on its person with 60 points and on the one with 40. */
function charges({ isFlagged, selected, chances, isYes }: Played): [number, number] {
  const half = (picked: boolean, p: number) => (picked && !isYes ? 1 / p - 1 / 2 : -1 / 2);
  const unfair = isFlagged ? fairnessWeight / 2 : 0;
  return [half(selected[0], chances[0]) + unfair, half(selected[1], chances[1]) - unfair];
}

/** The loss of "no one" is 0, of "everyone" the sum, of "points > 50" the charges of people with 60 points. */
function chancesAfter(rounds: readonly Played[]): [number, number] {
  const sums = rounds.map(charges).reduce(([a, b], [c, d]) => [a + c, b + d], [0, 0]);
  const nobody = 1;
  const everybody = Math.exp(-eta * (sums[0] + sums[1]));
  const above50 = Math.exp(-eta * sums[0]);
  const all = nobody + everybody + above50;
  return [(everybody + above50) / all, everybody / all];
}

async function publish(page: Page): Promise<void> {
  await draftOfPoints(page, "The whole job", people, 8, { look: expectAccessible });
  await page.getByLabel("Auditors", { exact: true }).fill("3");
  await page.getByLabel("How many must agree").selectOption("2");
  await page.getByLabel("Number of rounds, if known").fill(String(horizon));
  await page.getByText("Advanced: all at their defaults").click();
  await page.getByLabel("Quorum").fill("2");
  await page.getByText("Details for researchers: how it learns", { exact: true }).click();
  await page.getByRole("radio", { name: /^Only outcomes are uncertain/ }).check();
  await page.getByLabel("Margin of the guarantee (eps), points").fill(String(100 * eps));
  await publishDraft(page, 8, { look: expectAccessible });
}

/** Invites two researchers with the same form. */
async function inviteResearchers(page: Page): Promise<void> {
  for (const name of ["researcher2", "researcher"]) {
    // The new row is delayed. Until it appears the form stays busy, so that its button does not move under a press.
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: letGo, resolve: go } = Promise.withResolvers<void>();
    await page.route("**/panel*_rsc*", async (route) => {
      ask();
      await letGo;
      await route.continue();
    });
    await page.getByLabel("E-mail of the invited person").fill(emailOf(name));
    await page.getByLabel("Role in this study").selectOption("researcher");
    await page.getByRole("button", { name: "Make a link" }).click();
    await asked;
    await expect(page.getByRole("button", { name: "Making the link" })).toBeVisible();
    const word = page.getByText(`Send this link to ${emailOf(name)}.`);
    expect(await word.count(), "before its row is there").toBe(0);
    go();
    await expect(word).toBeVisible();
    expect(await page.getByRole("row", { name: emailOf(name) }).count(), "with its row").toBe(1);
    await expect(page.getByLabel("E-mail of the invited person"), "one form").toHaveValue("");
    await expect(page.getByLabel("Role in this study"), "emptied").toHaveValue("auditor");
    await page.unroute("**/panel*_rsc*");
  }
}

/** One auditor leaves and returns before the first round. A role ends only after a second press. */
async function leaveAndReturn(operator: Page, auditor: Page, studyId: string): Promise<void> {
  await operator.goto(`/studies/${studyId}/panel`);
  const seats = operator.getByRole("list", { name: "Seats" });
  await expect(seats.getByRole("listitem")).toHaveCount(3);
  await operator.getByRole("button", { name: /^End the seat: Chiara/ }).click();
  await expect(operator.getByRole("button", { name: /^Yes: End the seat: Chiara/ })).toBeFocused();
  await operator.keyboard.press("Escape");
  await expect(operator.getByRole("button", { name: /^End the seat: Chiara/ })).toBeFocused();
  await operator.keyboard.press("Enter");
  await expectSound(operator);
  await operator.keyboard.press("Enter");
  await expect(seats.getByRole("listitem")).toHaveCount(2);
  expect((await auditor.goto(`/studies/${studyId}/judging`))?.status()).toBe(403);
  await seat(operator, auditor, emailOf("auditor3"));
  await expect(seats.getByRole("listitem"), "the page follows by itself").toHaveCount(3);
  await auditor.goto(`/studies/${studyId}/results`);
  const panel = auditor.getByRole("list", { name: "Seats" });
  await expect(panel.getByRole("listitem")).toHaveText([
    /^Seat\ss1/,
    /^Seat\ss2/,
    /^Seat\ss4, yours.*Joined by an invitation link that the operator could also see/,
  ]);
  await expect(panel).not.toContainText("Amal");
  await expectSound(auditor);
}

/** Records the outcome of the picked person by hand. */
async function recordByHand(page: Page, selected: readonly boolean[], outcome: "yes" | "no"): Promise<void> {
  for (const [index, picked] of selected.entries()) {
    if (picked) await page.getByLabel(`Person ${index + 1}`, { exact: true }).selectOption(outcome);
  }
  await page.getByRole("button", { name: /^Record \d/ }).click();
  await expect(page.getByRole("button", { name: "Nothing to record" })).toBeVisible();
}

/** Records outcomes with the downloaded decisions, filled in with a word chosen by the operator. */
async function recordByFile(page: Page, studyId: string, count: number): Promise<void> {
  await page.goto(`/studies/${studyId}/rounds`);
  await page.getByRole("link", { name: "Upload outcomes" }).click();
  const csv = await downloaded(page, /^Download all decisions/);
  const filled = `${csv.replaceAll(/,picked,,(?=\r)/g, ",picked,,defaulted")}2,9,p999,,,,picked,,yes\r\n`;
  const file = { name: "decisions.csv", mimeType: "text/csv", buffer: Buffer.from(filled) };
  await page.getByLabel("File of outcomes").setInputFiles(file);
  await expect(page.getByRole("cell", { name: /“p999”, expected a person of this study/ })).toBeVisible();
  await expect(page.getByRole("button", { name: "Nothing to record" })).toBeDisabled();
  await page.getByLabel("What “defaulted” means").selectOption({ label: "No" });
  await expectSound(page);
  await page.getByRole("button", { name: `Record ${count} outcome` }).click();
  await expect(page.getByText(`${count} new, 0 corrected. 1 row was refused.`)).toBeVisible();
  await expect(page.getByText("No file yet")).toBeVisible();
}

/** Imports two more people from a file with its columns in another order, and one with an error. */
async function importMore(page: Page, studyId: string): Promise<void> {
  await page.goto(`/studies/${studyId}`);
  await page.getByRole("link", { name: "People", exact: true }).click();
  const buffer = Buffer.from("points;id\n55,0;late-1\nten;late-2\n45,0;late-3\n");
  await page.getByLabel("File of people").setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer });
  await expect(page.getByText("written like 1.234,5")).toBeVisible();
  await expect(page.getByRole("cell", { name: /Found “ten”, expected a number/ })).toBeVisible();
  await expectSound(page);
  await page.getByLabel("Continue without this row").check();
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByText("2 people were imported.")).toBeVisible();
}

async function reviseGuidelines(page: Page, studyId: string): Promise<void> {
  await page.goto(`/studies/${studyId}/guidelines`);
  await page.getByText("Edit the guidelines").click();
  const points = "| field | may differ by |\n|---|--:|\n| points | 5 |";
  await page.getByLabel("Text").fill(`# Points\n**alone** are not the person, <i>ever</i>.\n\n${points}`);
  // The parser loads later than the form.
  await expect(page.getByRole("heading", { level: 4, name: "Points" })).toBeVisible();
  await page.getByRole("button", { name: "Publish version 2" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Guidelines, version 2" })).toBeVisible();
  await expectSound(page);
}

/** Checks the next people first, leaves one out and adds her again. */
async function openAfterLooking(page: Page, studyId: string, round: number): Promise<void> {
  await page.goto(`/studies/${studyId}`);
  await page.getByRole("link", { name: "Choose the people first" }).click();
  const preview = page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3 }) });
  await expect(preview).toHaveText([/Person\s1.*60/, /Person\s2.*40/]);
  await expect(preview.first()).not.toContainText("applicant");
  await expect(page.getByRole("row", { name: /applicant-6/ }).getByRole("checkbox")).toBeDisabled();
  await page.getByRole("checkbox", { checked: true }).first().uncheck();
  await expect(preview).toHaveText([/Person\s1.*40/]);
  await page
    .getByRole("row", { name: /applicant-6/ })
    .getByRole("checkbox")
    .check();
  await expect(preview).toHaveText([/Person\s1.*40/, /Person\s2.*60/]);
  await expectSound(page);
  await page.getByRole("button", { name: "Back to the next in order" }).click();
  await page.getByRole("button", { name: `Open round ${round}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Round ${round}` })).toBeVisible();
}

/** Reads the reminder for auditors who have not sealed. This server sends no mail, so there is a text to copy. */
async function readReminder(page: Page, studyId: string): Promise<void> {
  await expect(page.getByText("Fewer ballots than this study requires: 0 of 2.")).toBeVisible();
  const missing = page.getByRole("list", { name: "Has not sealed yet" });
  await expect(missing.getByRole("listitem")).toHaveText([/^Amal/, /^Bruno/, /^Chiara/]);
  const text = page.getByRole("textbox", { name: "Reminder" });
  await expect(text).toHaveValue(/^Round 1 of the study “The whole job” is open/);
  await expect(text).toHaveValue(/It closes on \w+ \d+ \w+ \d{4}, \d\d:\d\d UTC\./);
  await expect(text).toHaveValue(new RegExp(`/studies/${studyId}/judging/1$`));
  await page.context().grantPermissions(["clipboard-write"]);
  await page.getByRole("button", { name: "Copy the text" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await expect(page.getByText("This server sends no mail.")).toBeVisible();
}

/** Reads the people's chances on the open round's page. */
async function expectChances(page: Page, [rich, poor]: readonly [number, number]): Promise<void> {
  const words = (chance: number) => `${Math.round(100 * chance)} in 100`;
  await expect(page.getByRole("row", { name: /^Person 1 / })).toContainText(words(rich));
  await expect(page.getByRole("row", { name: /^Person 2 / })).toContainText(words(poor));
}

let server: RunningApp;
let operator: Page;
let auditors: Page[];
let studyId: string;
/** The closed rounds with all outcomes. */
const played: Played[] = [];

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  server = await startApp(await freePort(), { demo: false, logFile: "test-results/whole-job-server.log" });
  await addPeople(server.data);
});

test.afterAll(() => server.stop());

/** Judges a round, closes it, and returns who was picked. */
async function play(round: number, keys: readonly ("f" | "a")[]): Promise<[boolean, boolean]> {
  for (const [index, page] of auditors.entries()) await judge(page, studyId, round, keys[index] ?? "a");
  return close(operator, studyId, round);
}

test("an operator, three auditors and a researcher do their whole job on their own file", {
  tag: "@journey",
}, async ({ browser }) => {
  operator = keep(await signedIn(browser, server.url, emailOf("operator")));
  await publish(operator);
  studyId = /studies\/([0-9a-f-]{36})/.exec(operator.url())?.[1] ?? "";
  auditors = [];
  for (const name of ["auditor1", "auditor2", "auditor3"]) {
    const auditor = keep(await signedIn(browser, server.url, emailOf(name)));
    await seat(operator, auditor, emailOf(name));
    auditors.push(auditor);
  }
  const [first, , third] = auditors;
  if (first === undefined || third === undefined) throw new Error("there are three auditors");
  await leaveAndReturn(operator, third, studyId);
  await inviteResearchers(operator);
  const address = await operator.getByRole("textbox", { name: /link/i }).inputValue();
  const researcher = await signedIn(browser, server.url, emailOf("researcher"));
  await researcher.goto(new URL(address).pathname);
  await expectAccessible(researcher);
  await researcher.getByRole("button", { name: "Accept" }).click();
  await expect(researcher.getByRole("heading", { level: 1, name: "The whole job" })).toBeVisible();
  await operator.reload();
  const researchers = operator.getByRole("list", { name: "Researchers" });
  await expect(researchers.getByRole("listitem")).toHaveText([/^Rana Researcher/]);

  await open(operator, studyId, 1);
  await expectChances(operator, [2 / 3, 1 / 3]);
  expect(chancesAfter([])).toEqual([2 / 3, 1 / 3]);
  await readReminder(operator, studyId);
  await expectAccessible(operator);
  await first.goto(`/studies/${studyId}/judging`);
  await expectAccessible(first);
  await first.goto(`/studies/${studyId}/judging/1`);
  await expectAccessible(first);
  // Two of three flag the pair.
  const selected = await play(1, ["f", "f", "a"]);
  expect(selected.filter(Boolean), "an even draw picks as many as the chances add up to").toHaveLength(1);
  await expectAccessible(operator);
  await recordByHand(operator, selected, "yes");
  played.push({ isFlagged: true, selected, chances: [2 / 3, 1 / 3], isYes: true });

  await first.goto(`/studies/${studyId}/results/1`);
  await expect(first.getByText("2 of 3 found it unfair that").first()).toBeVisible();
  await expectAccessible(first);
  await first.goto(`/studies/${studyId}/receipts/1`);
  await first.getByRole("button", { name: "Check my vote" }).click();
  for (const answer of ["In the log: yes", "Unchanged: yes", "Counted: yes", "Based on what I saw: yes"]) {
    await expect(first.getByText(answer)).toBeVisible();
  }
  await expectAccessible(first);
  await operator.goto(`/studies/${studyId}`);
  await expectAccessible(operator);
  await researcher.goto(`/studies/${studyId}/results`);
  await expect(researcher.getByText(/^The panel reported a pair in 1 of 1 closed round\./)).toBeVisible();
  await expectAccessible(researcher);
  await researcher.goto(`/studies/${studyId}/data`);
  const whole = await downloaded(researcher, /^Whole record/);
  expect(replayRecord(whole)).toMatchObject({ problems: [], unprovenBallots: 0 });
});

test("the study continues with outcomes and people from files, new guidelines and a cancellation", async ({
  browser,
}) => {
  const [auditor] = auditors;
  if (auditor === undefined) throw new Error("there are three auditors");
  await open(operator, studyId, 2);
  const chances = chancesAfter(played);
  await expectChances(operator, chances);
  // One of three flags the pair.
  const selected = await play(2, ["f", "a", "a"]);
  await recordByFile(operator, studyId, selected.filter(Boolean).length);
  await importMore(operator, studyId);
  await reviseGuidelines(operator, studyId);
  played.push({ isFlagged: false, selected, chances, isYes: false });
  await openAfterLooking(operator, studyId, 3);
  await expectChances(operator, chancesAfter(played));
  await expectSound(operator);

  const researcher = await signedIn(browser, server.url, emailOf("researcher"));
  await researcher.goto(`/studies/${studyId}/results`);
  // Both rounds had a person with 60 points and one with 40, as round 3 has.
  const [rich, poor] = chancesAfter(played);
  const now = Number((100 * Math.abs(rich - poor)).toFixed(1));
  await expect(
    researcher.getByText(
      new RegExp(
        `^The two chances were 33\\.3 points apart when the pair was reported and are ${now} points? apart now\\.`,
      ),
    ),
  ).toBeVisible();
  await researcher.goto(`/studies/${studyId}/data`);
  const whole = await downloaded(researcher, /^Whole record/);
  const { log, features } = readRecord(whole);
  const openings = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((entry) => entry.type === "round.opened");
  expect(openings).toHaveLength(3);
  for (const [index, { body }] of openings.entries()) {
    const expected = chancesAfter(played.slice(0, index));
    for (const [position, { chance }] of body.people.entries()) {
      expect(Math.abs(Number(chance) - (expected[position] ?? Number.NaN))).toBeLessThan(1e-9);
    }
  }
  expect(openings.map(({ body }) => body.guidelineVersion)).toEqual([1, 1, 2]);
  expect(log.match(/"type":"people.imported"/g)).toHaveLength(2);
  expect(replayRecord(whole)).toMatchObject({ problems: [], unprovenBallots: 0 });
  expect(features).toContain('"features":["60"]');

  await auditor.goto(`/studies/${studyId}/judging/3`);
  await expect(auditor.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await auditor.keyboard.press("i");
  const dialog = auditor.getByRole("dialog", { name: "Guidelines, version 2" });
  await expect(dialog.getByRole("heading", { level: 3, name: "Points" })).toBeVisible();
  await expect(dialog.getByText("alone are not the person, <i>ever</i>.")).toBeVisible();
  await expect(dialog.getByRole("row", { name: "points 5" })).toBeVisible();
  await auditor.goto(`/studies/${studyId}/guidelines?version=1`);
  await expect(auditor.getByRole("heading", { level: 1, name: "Guidelines, version 1" })).toBeVisible();
  for (const page of ["rounds/outcomes", "people"]) {
    expect((await auditor.goto(`/studies/${studyId}/${page}`))?.status()).toBe(403);
    expect((await researcher.goto(`/studies/${studyId}/${page}`))?.status()).toBe(403);
  }
  for (const kind of ["outcomes", "further-people"]) {
    const headers = { "content-type": "application/octet-stream", origin: new URL(server.url).origin };
    const address = `/api/studies/${studyId}/uploads/${kind}`;
    expect((await researcher.request.post(address, { data: "a,b\n1,2\n", headers })).status()).toBe(403);
    const foreign = { ...headers, origin: "https://elsewhere.example" };
    expect((await operator.request.post(address, { data: "a,b\n1,2\n", headers: foreign })).status()).toBe(
      403,
    );
  }
  expect((await researcher.request.get(`/api/studies/${studyId}/decisions`)).status()).toBe(403);

  await operator.goto(`/studies/${studyId}/rounds/3`);
  await operator.getByRole("button", { name: "Cancel round 3" }).click();
  await expect(operator.getByRole("button", { name: "Yes, cancel round 3" })).toBeDisabled();
  await operator.getByLabel("Reason for cancelling").selectOption("The wrong people are in it");
  await operator.getByRole("button", { name: "Yes, cancel round 3" }).click();
  await expect(operator.getByText("This round was cancelled: the wrong people were in it.")).toBeVisible();
  await operator.goto(`/studies/${studyId}/rounds`);
  await expect(operator.getByText("1 more was cancelled.")).toBeVisible();
});
