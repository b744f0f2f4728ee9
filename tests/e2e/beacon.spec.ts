import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page } from "@playwright/test";
import type { Outputs } from "#server/http/outputs.ts";
import { freePort } from "../../scripts/lib/port.mjs";
import { startBeacon, type TestBeacon } from "../setup/beacon.ts";
import { type RunningApp, startApp } from "../setup/running-app.ts";
import { type RunningWitness, startWitness } from "../setup/witness.ts";
import { test } from "./browser-test.ts";
import { ask } from "./judging-steps.ts";
import { demoData } from "./shared.ts";
import { signedIn } from "./signed-in.ts";
import { expectSound } from "./sound.ts";
import { downloaded, draftOfPoints, judge, open, publishDraft, seat } from "./study-steps.ts";
import { downloadReceipt, dropFiles, reloadUntilReceipt } from "./verify-steps.ts";

let beacon: TestBeacon;
let witness: RunningWitness;
let server: RunningApp;
let folder: string;

/** Three programs: a relay with real signatures, a separate witness, and a server configured with both. */
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "evenhand-witness-"));
  const port = await freePort();
  beacon = await startBeacon(Date.now, { delay: 6 });
  witness = await startWitness(folder, { servers: [await keyOfServerAt(port)] });
  const { chain, key, genesis, period, delay } = beacon.beacon;
  server = await startApp(port, {
    demo: true,
    data: await demoData(),
    logFile: "test-results/beacon-server.log",
    env: {
      EVENHAND_BEACON_URLS: beacon.relays.join(","),
      EVENHAND_BEACON_CHAIN: [chain, key, genesis, period].join(" "),
      EVENHAND_BEACON_DELAY: String(delay),
      EVENHAND_WITNESSES: `${witness.witness.key} ${witness.witness.address}`,
    },
  });
});

test.afterAll(async () => {
  await server.stop();
  await witness.kill();
  await beacon.close();
  await rm(folder, { recursive: true });
});

/** The configuration of the witness's operator; the server will have the demo's secrets. */
async function keyOfServerAt(port: number): Promise<string> {
  const env = {
    ...process.env,
    EVENHAND_DATA: await demoData(),
    NEXTAUTH_URL: `http://localhost:${port}`,
  };
  const { stdout } = await promisify(execFile)(process.execPath, ["server/cli/checkpoint-key.ts"], { env });
  return stdout.trim();
}

async function expectTexts(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const text of texts) await expect(page.getByText(text).first()).toBeVisible();
}

const people = "id,points\na,60\nb,40\nc,60\nd,40\n";

async function publish(page: Page): Promise<string> {
  await draftOfPoints(page, "Drawn by a public number", people, 4);
  await page.getByLabel("Auditors", { exact: true }).fill("1");
  await page.getByLabel("How many must agree").selectOption("1");
  await page.getByText(/^Advanced:/).click();
  await expect(page.getByRole("checkbox", { name: /^Draws use a public random number/ })).toBeChecked();
  await page.getByRole("radio", { name: /^Auditors drawn by lot(?!,)/ }).check();
  await publishDraft(page, 4);
  return /studies\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? "";
}

/** Waits for the panel of round 1, and returns its seats. */
async function drawnSeats(page: Page, studyId: string): Promise<readonly string[]> {
  const input = { studyId, round: 1 };
  return (await ask<Outputs["rounds"]["board"]>(page, "rounds.board", input, "query")).round.seats;
}

/** Waits until the log's last entry is of a type, and returns the log. */
async function logUpTo(page: Page, studyId: string, type: string): Promise<string[]> {
  let lines: string[] = [];
  await expect
    .poll(async () => {
      const text = await (await page.request.get(`/api/studies/${studyId}/log`)).text();
      lines = text.trimEnd().split("\n");
      return JSON.parse(lines.at(-1) ?? "{}").type;
    })
    .toBe(type);
  return lines;
}

/** Waits until the public checkpoint covers this many entries and is cosigned, and returns it. */
async function cosignedCheckpoint(page: Page, studyId: string, size: number): Promise<string> {
  let note = "";
  await expect
    .poll(async () => {
      note = await (await page.request.get(`/checkpoints/${studyId}/checkpoint`)).text();
      return [Number(note.split("\n")[1]), note.includes("\n— witness.example ")];
    })
    .toEqual([size, true]);
  return note;
}

test("a panel and a draw await their public numbers, and the record is correct without reservation", async ({
  browser,
}) => {
  const operator = await signedIn(browser, server.url, "operator");
  const studyId = await publish(operator);
  const [first, second] = [
    await signedIn(browser, server.url, "auditor1"),
    await signedIn(browser, server.url, "auditor2"),
  ];
  await seat(operator, first, "auditor1");
  await seat(operator, second, "auditor2");
  beacon.lie = "silent";
  await open(operator, studyId, 1);
  await expectTexts(
    operator,
    "The lot of the panel waits for the public number",
    "The people and their chances are recorded and cannot change any more.",
    "The panel will have 1 of 2 auditors",
  );
  await expectSound(operator);
  await first.goto(`/studies/${studyId}/judging`);
  await expectTexts(first, "No open round");
  beacon.lie = null;
  await expectTexts(operator, "The panel has 1 of 2 auditors, drawn by lot");
  const auditor = (await drawnSeats(operator, studyId)).includes("s1") ? first : second;
  await judge(auditor, studyId, 1, "f");

  beacon.lie = "silent";
  await operator.goto(`/studies/${studyId}`);
  await operator.getByRole("button", { name: "Close round 1" }).click();
  await expect(operator.getByRole("heading", { name: "Round 1 is closing" })).toBeVisible();
  await operator.goto(`/studies/${studyId}/rounds/1`);
  const due = operator.getByText(
    /The draw waits for the public number [\d,]+, due at \d\d:\d\d:\d\d \(UTC\)\./,
  );
  await expect(due.first()).toBeVisible();
  await expectTexts(operator, "The ballots are frozen", "The round closes automatically");
  await auditor.goto(`/studies/${studyId}/judging/1`);
  await expectTexts(auditor, "Round 1 no longer accepts ballots.", "Its draw waits for a public number");
  await expectSound(auditor);
  await expectTexts(operator, "No relay of the beacon has the number. This server keeps trying.");
  await expectSound(operator);

  beacon.lie = null;
  await expect(operator.getByRole("heading", { name: "Decision" })).toBeVisible();
  await expectTexts(operator, "The draw is based on the public number", "Look it up at the beacon");
  await expect(due).toHaveCount(0);
  await expectSound(operator);

  await logUpTo(operator, studyId, "learner.updated");
  await operator.goto(`/studies/${studyId}/settings`);
  await operator.getByRole("button", { name: "End this study" }).click();
  await operator.getByLabel("Type “end” to confirm").fill("end");
  await operator.getByRole("button", { name: "End the study" }).click();
  const lines = await logUpTo(operator, studyId, "study.ended");
  const checkpoint = await cosignedCheckpoint(operator, studyId, lines.length);
  await operator.goto(`/studies/${studyId}/data`);
  const record = await downloaded(operator, /^Whole record/);
  await auditor.goto(`/studies/${studyId}/receipts/1`);
  await reloadUntilReceipt(auditor);
  const receipt = await downloadReceipt(auditor);

  const visitor = await (await browser.newContext({ baseURL: server.url })).newPage();
  await visitor.goto("/verify");
  const given = { name: "record.jsonl", text: record };
  await dropFiles(visitor, "Drop files here", [given, receipt, { name: "checkpoint", text: checkpoint }]);
  await visitor.getByRole("button", { name: "Verify", exact: true }).click();
  await expectTexts(visitor, "The log is correct, relying on a beacon or a witness that this server chose.");
  const { chain, key, genesis, period } = beacon.beacon;
  await visitor.getByText("Beacons and witnesses that you trust").click();
  await visitor.getByLabel(/^Beacons/).fill([chain, key, genesis, period].join(" "));
  await visitor.getByLabel(/^Witnesses/).fill(witness.witness.key);
  await visitor.getByRole("button", { name: "Verify", exact: true }).click();
  await expectTexts(visitor, "The log is correct.", "Counted: yes.", "Based on what was shown: yes.");
  await expect(visitor.getByRole("heading", { name: /^What could not be checked/ })).toBeHidden();
  await expectSound(visitor);

  // A different number, as a dishonest server operator would prefer.
  const [, signature = ""] = /"beacon":\{[^}]*"signature":"([0-9a-f]{96})"/.exec(record) ?? [];
  const forged = record.replaceAll(
    signature,
    `${signature.slice(0, -1)}${signature.endsWith("0") ? "1" : "0"}`,
  );
  await dropFiles(visitor, "Drop files here", [{ ...given, text: forged }]);
  await visitor.getByRole("button", { name: "Verify", exact: true }).click();
  await expectTexts(visitor, "The log is not correct.");
});
