import { type Browser, expect, type Page } from "@playwright/test";
import type { Outputs } from "#server/http/outputs.ts";
import { rowOf, xlsxParts, zipOf } from "#tests/study/files/workbooks/written.ts";
import { readRecord, replayRecord } from "../replay/record.ts";
import { test } from "./browser-test.ts";
import { type HttpAuditor, joinOverHttp, sealOverHttp } from "./http-auditor.ts";
import { ask } from "./judging-steps.ts";
import { emailOf, signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { close, downloaded, draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";
import { expectRecordHolds } from "./three-verifiers.ts";

/** Two people per round, one with 60 points and one with 40. */
const people = `id,points\n${Array.from({ length: 8 }, (_, i) => `applicant-${i},${i % 2 === 0 ? 60 : 40}`).join("\n")}\n`;
const names = ["Amal", "Bruno", "Chiara", "Deniz", "Emre"] as const;

type Opened = { readonly panel: readonly string[]; readonly panelChosen: { readonly how: string } };

/** Publishes a study whose panels of two are drawn by lot, and gives its five auditors seats s1 to s5. */
async function publish(page: Page, browser: Browser, demoUrl: string): Promise<Map<string, Page>> {
  await draftOfPoints(page, "Two of five auditors", people, 8);
  await page.getByLabel("Auditors", { exact: true }).fill("2");
  await page.getByLabel("How many must agree").selectOption("1");
  await page.getByText(/^Advanced:/).click();
  await page.getByRole("radio", { name: /^Auditors drawn by lot(?!,)/ }).check();
  await publishDraft(page, 8);
  const auditors = new Map<string, Page>();
  for (const [index, name] of names.entries()) {
    const auditor = await signedIn(browser, demoUrl, `auditor${index + 1}`);
    await seat(page, auditor, `auditor${index + 1}`);
    auditors.set(name, auditor);
  }
  return auditors;
}

/** Reads the auditors of a round; their seats s1 to s5 are in the order of their names. */
async function panelOf(page: Page, studyId: string, round: number): Promise<string[]> {
  const input = { studyId, round };
  const { panel } = await ask<Outputs["rounds"]["board"]>(page, "rounds.board", input, "query");
  return panel.map(({ seatId }) => names[Number(seatId.slice(1)) - 1] ?? seatId);
}

test("panels of five auditors are drawn by lot, with one resting for a time, and then rotate", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  const auditors = await publish(page, browser, demoUrl);
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
  const judgeAs = async (name: string, round: number) => {
    const auditor = auditors.get(name);
    if (auditor === undefined) throw new Error(`${name} is no auditor`);
    await judge(auditor, studyId, round, "a");
  };

  await page.goto(`/studies/${studyId}/panel`);
  await page.getByText("Let Chiara rest").click();
  await page.getByRole("button", { name: "On leave" }).filter({ visible: true }).click();
  await expect(page.getByText("Rests, so on no new panel: on leave.")).toBeVisible();
  await expectSound(page);

  await page.goto(`/studies/${studyId}`);
  await expect(
    page.getByText("until a round closes, the next ones may have no pair to judge."),
  ).toBeVisible();
  await open(page, studyId, 1);
  await expect(
    page.getByText(
      "The panel has 2 of 5 auditors, drawn by lot from the round’s seed. Seat s3 was on leave.",
    ),
  ).toBeVisible();
  const first = await panelOf(page, studyId, 1);
  expect(first).toHaveLength(2);
  expect(first).not.toContain("Chiara");
  const others = names.filter((name) => !first.includes(name));
  const outside = auditors.get(others[0] ?? "") as Page;
  await outside.goto(`/studies/${studyId}/judging`);
  await expect(outside.getByRole("heading", { level: 2, name: "No open round" })).toBeVisible();
  const answer = await outside.goto(`/studies/${studyId}/judging/1`);
  expect(answer?.status()).toBe(404);

  // A panel member rests before any ballot: the next auditor by lot takes the place, without the operator's choice.
  const [leaving = "", staying = ""] = first;
  await page.goto(`/studies/${studyId}/panel`);
  await page.getByText(`Let ${leaving} rest`).click();
  await page.getByRole("button", { name: "Unavailable" }).filter({ visible: true }).click();
  await expect(page.getByText("Rests, so on no new panel: unavailable.")).toBeVisible();
  const second = await panelOf(page, studyId, 1);
  expect(second).toHaveLength(2);
  expect(second).toContain(staying);
  expect(second).not.toContain(leaving);
  for (const name of second) await judgeAs(name, 1);
  await close(page, studyId, 1);

  // Both return to their seats. In rotation, the auditors with the fewest judged rounds are chosen.
  await page.goto(`/studies/${studyId}/panel`);
  for (const name of ["Chiara", leaving]) {
    await page.getByRole("button", { name: `End the rest of ${name}` }).click();
    await expect(page.getByText(`Let ${name} rest`)).toBeVisible();
  }
  await page.getByRole("radio", { name: /^Auditors in turn/ }).check();
  await page.getByRole("button", { name: "Change who judges" }).click();
  await expect(page.getByText("Changed. It applies from the next round that you open.")).toBeVisible();
  await open(page, studyId, 2);
  await expect(
    page.getByText("The panel has 2 of 5 auditors: those who had judged the fewest rounds, ties by lot."),
  ).toBeVisible();
  const third = await panelOf(page, studyId, 2);
  expect(third.filter((name) => second.includes(name))).toEqual([]);
  for (const name of third) await judgeAs(name, 2);
  await close(page, studyId, 2);

  await page.goto(`/studies/${studyId}/data`);
  const whole = await downloaded(page, /^Whole record/);
  expect(replayRecord(whole).problems).toEqual([]);
  const entries = readRecord(whole)
    .log.trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly type: string; readonly body: unknown });
  const opened = entries.flatMap(({ type, body }) => (type === "round.opened" ? [body as Opened] : []));
  expect(opened.map(({ panelChosen }) => panelChosen.how)).toEqual(["by-lot", "rotation"]);
  const seats = (panel: readonly string[]) => panel.map((name) => `s${names.indexOf(name as never) + 1}`);
  expect(opened.map(({ panel }) => panel)).toEqual([seats(first), seats(third)]);
});

const north = ["auditor1", "auditor2"] as const;
const south = ["auditor3", "auditor4"] as const;

test("a draft requires one auditor of each of two regions, and its lot seats one of each", async ({
  browser,
  demoUrl,
}) => {
  const page = await signedIn(browser, demoUrl, "operator");
  await draftOfPoints(page, "One auditor of each region", people, 8);
  await page.getByLabel("Auditors", { exact: true }).fill("2");
  await page.getByLabel("How many must agree").selectOption("1");
  await page.getByText(/^Advanced:/).click();
  await page.getByRole("radio", { name: /^Auditors drawn by lot, with quotas/ }).check();
  for (const [index, value] of ["north", "south"].entries()) {
    await page.getByRole("button", { name: "Add a quota" }).click();
    await page.getByLabel(`Attribute of quota ${index + 1}`).fill("region");
    await page.getByLabel(`Value of quota ${index + 1}`).fill(value);
    await page.getByLabel(`At least, region ${value}`).fill("1");
  }
  await expectSound(page);
  await page.getByRole("button", { name: "Go on to rehearsal" }).click();
  await expect(page.getByLabel("Auditors of the study")).toHaveValue("10");
  await expectSound(page);
  await page.getByRole("button", { name: "Go on to review" }).click();
  await expect(page.getByText(/Quotas: region north: 1 to 2; region south: 1 to 2\.$/)).toBeAttached();
  await page.getByRole("button", { name: "Publish with 8 people" }).click();
  await expect(page.getByText("The study is published.")).toBeVisible();
  const studyId = /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";

  await page.getByText("Invite many people").click();
  const rows = [
    ...north.map((name) => [emailOf(name), "north"]),
    ...south.map((name) => [emailOf(name), "south"]),
  ];
  const list = [["email", "region"], ...rows];
  const parts = xlsxParts([
    { name: "notes", xml: `<sheetData>${rowOf(["x".repeat(9_000)]).repeat(30)}</sheetData>` },
    { name: "auditors", xml: `<sheetData>${list.map(rowOf).join("")}</sheetData>` },
  ]);
  await page.getByText("Take the list from a file").click();
  const book = { name: "panel.xlsx", mimeType: "application/zip", buffer: Buffer.from(zipOf(parts)) };
  await page.getByLabel("File with the list").setInputFiles(book);
  await page.getByLabel("Sheet").selectOption("auditors");
  const lines = list.map((cells) => cells.join("\t")).join("\n");
  await expect(page.getByLabel("E-mail addresses")).toHaveValue(lines);
  await expectSound(page);
  await page.getByRole("button", { name: "Invite all" }).click();
  await expect(page.getByText("4 links are made.")).toBeVisible();
  const sheet = await downloaded(page, /^Download the links/);
  const auditors = new Map<string, HttpAuditor>();
  for (const [index, name] of [...north, ...south].entries()) {
    const email = emailOf(name);
    const token = new RegExp(`${email},\\S+/invitation/([\\w-]+)`).exec(sheet)?.[1] ?? "";
    auditors.set(`s${index + 1}`, await joinOverHttp(demoUrl, { email, displayName: name, token }));
  }

  await open(page, studyId, 1);
  await expect(
    page.getByText(
      "The panel has 2 of 4 auditors, drawn by lot from the round’s seed so that it meets the quotas.",
    ),
  ).toBeVisible();
  const input = { studyId, round: 1 };
  const { panel } = await ask<Outputs["rounds"]["board"]>(page, "rounds.board", input, "query");
  const drawn = panel.map(({ seatId }) => seatId);
  expect(drawn.filter((seat) => ["s1", "s2"].includes(seat))).toHaveLength(1);
  expect(drawn.filter((seat) => ["s3", "s4"].includes(seat))).toHaveLength(1);
  for (const seat of drawn) await sealOverHttp(auditors.get(seat) as HttpAuditor, input, { word: "unfair" });
  await close(page, studyId, 1);
  await page.goto(`/studies/${studyId}/data`);
  await expectRecordHolds(await downloaded(page, /^Whole record/), { rounds: 1, chances: 2, decisions: 1 });
});
