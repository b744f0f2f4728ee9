import { type Browser, expect, type Page } from "@playwright/test";
import type { Outputs } from "#server/http/outputs.ts";
import { readRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { type HttpAuditor, joinOverHttp, sealOverHttp } from "./http-auditor.ts";
import { ask } from "./judging-steps.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloaded, draftOfPoints, publishDraft } from "./study-steps.ts";
import { expectRecordHolds } from "./three-verifiers.ts";

/** Two people per round; the rules' conditions are more than 50 points and more than 70. */
const points = [60, 40, 60, 40, 80, 40, 80, 40, 80, 60, 80, 60, 80, 40, 80, 40];
const people = `id,points\n${points.map((each, i) => `applicant-${i},${each}`).join("\n")}\n`;

/** Two of the three lawyers and at most three of each region are on each panel of five. */
const members = [
  ["auditor1@demo.example", "Amal", "North", "Lawyer"],
  ["auditor2@demo.example", "Bruno", "South", "Lawyer"],
  ["auditor3@demo.example", "Chiara", "North", "Lawyer"],
  ["auditor4@demo.example", "Deniz", "North", "Teacher"],
  ["auditor5@demo.example", "Emre", "South", "Teacher"],
  ...["Farid", "Greta", "Hanna", "Ivo", "Jana", "Kemal", "Lena"].map((name, i) => [
    `${name.toLowerCase()}@pool.example`,
    name,
    i % 2 === 0 ? "North" : "South",
    "Teacher",
  ]),
] as const;
const names = members.map(([, name = ""]) => name);
const isLawyer = (name: string) => ["Amal", "Bruno", "Chiara"].includes(name);
const regionOf = (name: string) => members[names.indexOf(name)]?.[2];
const list = ["email,region,profession", ...members.map(([email, , ...rest]) => [email, ...rest].join(","))];

type Board = Outputs["rounds"]["board"];
type Lottery = {
  readonly types: readonly { readonly quotas: readonly number[]; readonly seats: number }[];
  readonly panels: readonly { readonly counts: readonly number[]; readonly weight: number }[];
};
type Pool = { readonly pages: ReadonlyMap<string, Page>; readonly http: ReadonlyMap<string, HttpAuditor> };

test("a pool of twelve judges six rounds, two at a time, on panels of five with quotas", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const { studyId, pool } = await publish(page, browser, demoUrl);
  const study = `/studies/${studyId}`;
  const boardOf = (round: number) => ask<Board>(page, "rounds.board", { studyId, round }, "query");
  const panelOf = async (round: number) =>
    (await boardOf(round)).panel.map(({ seatId }) => names[Number(seatId.slice(1)) - 1] ?? seatId);

  const chances = await setQuotas(page, study);
  await rest(page, study, "Chiara", "On leave");
  await expectSound(page);

  // Chiara rests, so both other lawyers are on both panels.
  await openTwo(page, study);
  const first = await panelOf(1);
  const second = await panelOf(2);
  for (const panel of [first, second]) expectQuotas(panel, ["Amal", "Bruno"]);
  const amal = pool.pages.get("Amal") as Page;
  await amal.goto("/");
  await expect(amal.getByText("Round 1 is waiting for your verdicts")).toBeVisible();
  await expect(amal.getByText("Round 2 is waiting for your verdicts")).toBeVisible();
  await expectSound(amal);
  await amal.goto(`${study}/judging`);
  for (const round of [1, 2]) {
    await expect(amal.getByRole("heading", { level: 2, name: new RegExp(`round ${round}$`) })).toBeVisible();
  }
  await expectSound(amal);

  // The next auditor by lot replaces a panel member who rests before any ballot of the round.
  const leaving = first.find((name) => !["Amal", "Bruno"].includes(name) && !second.includes(name)) ?? "";
  expect(leaving, "a teacher who is on one panel only").not.toBe("");
  await rest(page, study, leaving, "Own request");
  const after = await panelOf(1);
  expectQuotas(after, ["Amal", "Bruno"]);
  expect(after.filter((name) => !first.includes(name))).toHaveLength(1);
  expect(after).not.toContain(leaving);
  expect(await panelOf(2)).toEqual(second);
  const seatOf = (name: string) => `s${names.indexOf(name) + 1}`;
  const [entered = ""] = after.filter((name) => !first.includes(name));
  await page.goto(`${study}/rounds/1`);
  const replaced = `seat ${seatOf(entered)} took the place of seat ${seatOf(leaving)}, by the lot’s order and the quotas.`;
  await expect(page.getByText(replaced)).toBeVisible();

  const close = async (round: number) => {
    await page.goto(study);
    await page.getByRole("button", { name: `Close round ${round}` }).click();
    await expect(page.getByRole("button", { name: `Close round ${round}` })).toHaveCount(0);
  };
  const judgeAll = async (round: number, key: "f" | "a") => {
    for (const name of await panelOf(round)) await judgeAs(pool, name, { studyId, round, key });
  };

  // They close independently, the second first.
  await judgeAll(1, "f");
  await judgeAll(2, "a");
  await page.goto(study);
  await expectSound(page);
  await close(2);
  await page.goto(`${study}/rounds/1`);
  await expectSound(page);
  await close(1);
  await page.goto(`${study}/rounds/1`);
  await page.getByRole("button", { name: "Propose to annul" }).click();
  await page
    .getByRole("dialog")
    .getByLabel("Why should the report be annulled?")
    .selectOption("Data about a person were wrong");
  await page.getByRole("dialog").getByRole("button", { name: "Propose to annul" }).click();
  await expect(page.getByText(/^Proposed to annul\./)).toBeVisible();

  // Both return to their seats.
  await page.goto(`${study}/panel`);
  for (const name of ["Chiara", leaving]) {
    await page.getByRole("button", { name: `End the rest of ${name}` }).click();
    await expect(page.getByText(`Let ${name} rest`)).toBeVisible();
  }
  await openTwo(page, study);
  for (const round of [3, 4]) expectQuotas(await panelOf(round));
  for (const round of [4, 3]) await judgeAll(round, "a");
  for (const round of [3, 4]) await close(round);
  await page.goto(`${study}/rounds/1`);
  await expect(page.getByText("Annulled in round 3")).toBeVisible();
  await expectSound(page);

  await openTwo(page, study);
  for (const round of [5, 6]) {
    expectQuotas(await panelOf(round));
    await judgeAll(round, "a");
    await close(round);
  }

  await page.goto(`${study}/data`);
  const record = await downloaded(page, /^Whole record/);
  const entries = readRecord(record)
    .log.trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly type: string; readonly body: Record<string, unknown> });
  // The page showed the chances that follow from the lottery in the record.
  const lottery = entries.find(({ type }) => type === "panel.lottery")?.body as Lottery;
  expect(chances).toEqual(names.map((name) => chanceOf(name, lottery)));
  const count = (type: string) => entries.filter((one) => one.type === type).length;
  expect(count("seat.added"), "one seat for each auditor, also after a rest").toBe(12);
  expect(["seat.rested", "seat.returned", "round.seat-replaced"].map(count)).toEqual([2, 2, 1]);
  await expectRecordHolds(record, { rounds: 6, chances: 12, decisions: 6 });
});

/** Publishes the study, invites the pool with a pasted list, and joins all accounts, two of them in browsers. */
async function publish(page: Page, browser: Browser, demoUrl: string) {
  const start = async () => {
    await page.getByLabel("Column", { exact: true }).selectOption({ label: "points" });
    await page.getByLabel("Question").selectOption({ label: "is above" });
    await page.getByLabel("Value").fill("70");
    await page.getByRole("button", { name: "Add", exact: true }).click();
  };
  await draftOfPoints(page, "Twelve auditors, two rounds at a time", people, points.length, { start });
  await page.getByLabel("Auditors", { exact: true }).fill("5");
  await page.getByText(/^Advanced:/).click();
  await page.getByRole("radio", { name: /^Auditors drawn by lot(?!,)/ }).check();
  // In mode "guarded" a round that opens while another is open often has no pair to judge.
  await page.getByText("Details for researchers: how it learns").click();
  await page.getByRole("radio", { name: /^Only outcomes are uncertain/ }).check();
  await publishDraft(page, points.length);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

  await page.getByText("Invite many people").click();
  await page.getByLabel("E-mail addresses").fill(list.join("\n"));
  await page.getByRole("button", { name: "Invite all" }).click();
  await expect(page.getByText("12 links are made.")).toBeVisible();
  const sheet = await downloaded(page, /^Download the links/);
  const pages = new Map<string, Page>();
  const http = new Map<string, HttpAuditor>();
  for (const [email = "", name = ""] of members) {
    const token = new RegExp(`${email},\\S+/invitation/([\\w-]+)`).exec(sheet)?.[1] ?? "";
    if (name === "Amal" || name === "Bruno") {
      const own = await signedIn(browser, demoUrl, email);
      await own.goto(`/invitation/${token}`);
      await own.getByRole("button", { name: "Accept" }).click();
      await expect(own.getByRole("heading", { level: 1, name: "My rounds" })).toBeVisible();
      pages.set(name, own);
    } else http.set(name, await joinOverHttp(demoUrl, { email, displayName: name, token }));
  }
  return { studyId, pool: { pages, http } };
}

/** Chooses panels by lot with quotas. @returns the chances of being on one, as the page shows them */
async function setQuotas(page: Page, study: string): Promise<string[]> {
  await page.goto(`${study}/panel`);
  await page.getByRole("radio", { name: /^Auditors drawn by lot, with quotas/ }).check();
  for (const [value, least, most] of [
    ["profession Lawyer", "2", "2"],
    ["region North", "2", "3"],
    ["region South", "2", "3"],
  ] as const) {
    await page.getByLabel(`At least, ${value}`).fill(least);
    await page.getByLabel(`At most, ${value}`).fill(most);
  }
  await page.getByRole("button", { name: "Change who judges" }).click();
  await expect(page.getByText("Changed. It applies from the next round that you open.")).toBeVisible();
  await page.getByRole("button", { name: "Compute chances" }).click();
  const chances = page.getByRole("table", { name: "Chances of being drawn" });
  await expect(chances.getByRole("row")).toHaveCount(13);
  await expectSound(page);
  return chances.getByRole("cell").allTextContents();
}

/** Computes a member's chance from the log alone (docs/log-format-panels.md): how often a panel has a member of this type. */
function chanceOf(name: string, { types, panels }: Lottery): string {
  // The quotas in the order of the page's table: lawyers, north, south.
  const own = [regionOf(name) === "North" ? 1 : 2, ...(isLawyer(name) ? [0] : [])].sort();
  const type = types.findIndex(({ quotas }) => String(quotas) === String(own));
  const sum = panels.reduce((total, { counts, weight }) => total + weight * (counts[type] ?? 0), 0);
  const chance = sum / ((types[type]?.seats ?? 0) * 2 ** 32);
  return new Intl.NumberFormat("en-GB", {
    style: "percent",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(chance);
}

async function rest(page: Page, study: string, name: string, reason: string): Promise<void> {
  await page.goto(`${study}/panel`);
  await page.getByText(`Let ${name} rest`).click();
  await page.getByRole("button", { name: reason }).filter({ visible: true }).click();
  await expect(page.getByRole("button", { name: `End the rest of ${name}` })).toBeVisible();
}

/** Opens the next two rounds at once, and checks the list of rounds. */
async function openTwo(page: Page, study: string): Promise<void> {
  await page.goto(study);
  await page.getByLabel("Rounds to open").fill("2");
  await page.getByRole("button", { name: "Open 2 rounds" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rounds", exact: true })).toBeVisible();
  await expectSound(page);
}

/** Expects that a panel of five meets the quotas, and has these members. */
function expectQuotas(panel: readonly string[], named: readonly string[] = []): void {
  expect(panel).toHaveLength(5);
  expect(panel).toEqual(expect.arrayContaining([...named]));
  expect(panel.filter(isLawyer)).toHaveLength(2);
  const north = panel.filter((name) => regionOf(name) === "North").length;
  expect([2, 3]).toContain(north);
}

/** Judges the one pair of a round and votes to annul every earlier report, in the auditor's browser if there is one. */
async function judgeAs(
  { pages, http }: Pool,
  name: string,
  { studyId, round, key }: { studyId: string; round: number; key: "f" | "a" },
): Promise<void> {
  const auditor = http.get(name);
  if (auditor !== undefined) {
    const word = key === "f" ? "unfair" : "acceptable";
    return sealOverHttp(auditor, { studyId, round }, { word, vote: "annul" });
  }
  const page = pages.get(name);
  if (page === undefined) throw new Error(`${name} is no auditor`);
  await page.goto(`/studies/${studyId}/judging/${round}`);
  await expect(page.getByRole("region", { name: /^Pair/ })).toBeFocused();
  await page.keyboard.press(key);
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Review before you seal" })).toBeVisible();
  const annul = page.getByRole("button", { name: "Annul the report" });
  for (const each of await annul.all()) await each.click();
  await page.getByRole("button", { name: "Seal my verdicts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Your ballot is entry \d+/ })).toBeVisible();
}
