import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiptFile } from "#server/audit-log/receipts/file.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { readCheckpointNote } from "#server/studies/checkpoints/read-checkpoints.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { exportStudy, playRound } from "#tests/setup/play.ts";
import { completed, sealKept } from "#tests/setup/receipts.ts";
import { sqliteApp } from "#tests/setup/sqlite-app.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { recordOf } from "#tests/setup/verify.ts";
import { rehashed } from "#tests/trials/tamper/edits.ts";

const folder = mkdtempSync(join(tmpdir(), "evenhand-verify-"));
const app = await sqliteApp();
let files: Awaited<ReturnType<typeof exportStudy>>;
let note: string;
let receipt: string;

beforeAll(async () => {
  // The single file that needs only Node, in a folder of its own.
  const made = spawnSync(process.execPath, ["scripts/build-verifier.mjs", join(folder, "verify.mjs")]);
  expect(made.status).toBe(0);
  const study = await publishedStudy(app);
  await playRound(app, study, [() => true, () => true, () => false]);
  const { studyId } = study;
  await applyUpdates(app, studyId);
  const { round } = await openRound(app, { studyId });
  const where = { studyId, round, accountId: study.auditorIds[0] ?? "" };
  const sealed = await sealKept(app, where, { idempotencyKey: "kept ballot", verdicts: [] });
  await closeRound(app, { studyId, round });
  receipt = receiptFile(await completed(app, where, sealed)).text;
  files = await exportStudy(app, study.studyId);
  await keepCheckpoints(app, study.studyId);
  note = (await readCheckpointNote(app, study.studyId)) ?? "";
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

function verify(given: Readonly<Record<string, string>>, ...names: string[]) {
  for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
  const { status, stdout, stderr } = spawnSync(process.execPath, ["verify.mjs", ...names], {
    cwd: folder,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

it("reports what holds, and why only in part", () => {
  const { status, stdout } = verify({ record: recordOf(files) }, "record");
  expect(stdout).toMatch(/^Everything in the log is correct\./);
  expect(stdout).toMatch(/computed and equal: 8 chances, 2 decisions of the panel, 2 draws, \d states/);
  expect(stdout).toContain("only the server vouches for");
  expect(status).toBe(3);
  const { stdout: alone } = verify({ log: files.log }, "log");
  expect(alone).toMatch(/^The log is correct as far as it could be checked\./);
  expect(alone).toContain("because no features were given");
});

it("checks a record's list of rules against its log", async () => {
  const study = await listedStudy(app);
  await playRound(app, study, [() => true, () => true, () => false]);
  const parts = await exportStudy(app, study.studyId);
  const { stdout, status } = verify({ record: recordOf(parts) }, "record");
  expect(stdout).toMatch(/computed and equal: 4 chances, 1 decisions of the panel, 1 draws/);
  expect(status).toBe(3);
  const rules = parts.rules.replace("\\n0\\n", "\\n1\\n");
  const other = verify({ record: recordOf({ ...parts, rules }) }, "record");
  expect(other.stdout).toContain("Outside the log: list of rules: hash");
  expect(other.stdout).toContain("1 round whose chances were not recomputed, because the list of rules");
  expect(other.status).toBe(1);
  expect(verify({ log: parts.log }, "log").status).toBe(3);
});

it("names the first entry that differs, with the expected and the actual value", () => {
  const log = files.log.replace(/"chance":"0\.\d/, '"chance":"0.9');
  const { status, stdout } = verify({ record: recordOf({ ...files, log }) }, "record");
  expect(stdout).toMatch(/The log is not correct\.\nEntry \d+: .*\n {2}expected .*\n {2}found {4}/);
  expect(status).toBe(1);
});

it("checks the log against a kept checkpoint, and finds a removed end or another history", () => {
  const lines = files.log.trimEnd().split("\n");
  const textOf = (some: readonly string[]) => some.map((line) => `${line}\n`).join("");
  const verifyWith = (log: string) => verify({ log, note }, "log", "--checkpoint", "note");
  expect(verifyWith(files.log).status).toBe(3);
  const cut = verifyWith(textOf(lines.slice(0, -3)));
  expect(cut.stdout).toContain("entries that a checkpoint covers");
  expect(cut.status).toBe(1);
  // The last entry but one is another one, and the last one follows it.
  const other = rehashed({
    text: files.log.replace(/"at":\d+(?=,"body":\{"asAnnounced")/, '"at":1'),
    line: 1,
    kind: "",
  });
  expect(verifyWith(other.text).stdout).toContain("another log");
  expect(verify({ log: files.log, note: "no note" }, "log", "--checkpoint", "note").status).toBe(1);
});

it("checks the log against receipts, and reports the result of each", () => {
  const verifyReceipt = (text: string) => verify({ log: files.log, kept: text }, "log", "--receipt", "kept");
  const honest = verifyReceipt(receipt);
  expect(honest.stdout).toMatch(
    /Receipt kept, round 2, entry \d+\. In the log: yes\. Same history: yes\. Counted: yes\. Based on what was shown: yes\./,
  );
  expect(honest.status).toBe(3);
  const forged = verifyReceipt(receipt.replace(/^index \d+/m, "index 3"));
  expect(forged.stdout).toContain(
    "receipt kept\n  expected a complete receipt\n  found    a receipt that belongs to another entry (its index is 3",
  );
  expect(forged.status).toBe(1);
  const gone = verify({ log: files.log }, "log", "--receipt", "gone");
  expect(gone).toMatchObject({ status: 2, stderr: expect.stringContaining("cannot be read") });
});

it("reports a cut-off record as incomplete, and finds a removed line", () => {
  const lines = recordOf(files).trimEnd().split("\n");
  const textOf = (some: readonly string[]) => some.map((line) => `${line}\n`).join("");
  const cut = verify({ record: textOf(lines.slice(0, -1)) }, "record");
  expect(cut.stdout).toContain("this file is incomplete");
  expect(cut.status).toBe(1);
  const begun = verify({ record: textOf(lines.slice(0, lines.length / 2)) }, "record");
  expect(begun.stdout).toContain("this file is incomplete");
  expect(begun.stdout).not.toContain("features");
  const gone = verify({ record: textOf(lines.toSpliced(0, 1)) }, "record");
  expect(gone.stdout).toContain("people imported here");
  expect(gone.stdout).toContain("manifest: people");
  expect(gone.status).toBe(1);
});

it.each([
  ["a log that was cut off in a line", (log: string) => log.slice(0, -2), 1],
  ["bytes that are no text", (log: string) => `${log.slice(0, 300)}\u00ff${log.slice(300)}`, 1],
  ["a log of a later format", (log: string) => log.replace('"v":1}', '"v":2}'), 2],
  ["an empty file", () => "", 2],
])("exits with its status for %s", (_, change, status) => {
  expect(verify({ log: change(files.log) }, "log").status).toBe(status);
});

it("estimates the cost of redrawing FTPL's rules, and names the rounds that a budget leaves out", async () => {
  const settings = { learner: "ftpl", mode: "known", resampleCount: "1000" } as const;
  const study = await publishedStudy(app, { settings });
  for (const _ of [1, 2]) await playRound(app, study, []);
  const record = recordOf(await exportStudy(app, study.studyId));
  const { stdout, status } = verify({ record }, "record", "--budget", "0");
  expect(stdout).toMatch(
    /^FTPL draws its rules again for 2 rounds in \d+ entries, 1,000 rules, each out of \d+ with/,
  );
  expect(stdout).toContain("Rounds beyond the budget are left out.");
  expect(stdout).toContain("2 FTPL rounds whose chances were not recomputed");
  const [, needed = ""] = /rounds 1 to 2; a budget of (\S+) covers all/.exec(stdout) ?? [];
  expect(status).toBe(3);
  const all = verify({ record }, "record", "--budget", needed).stdout;
  expect(all).toContain("It is enough.");
  expect(all).not.toContain("whose chances were not recomputed");
  expect(verify({ record }, "record", "--budget", "much").stderr).toContain("usage:");
});

it("prints its usage, and names a file that it cannot read", () => {
  expect(verify({})).toMatchObject({ status: 2, stderr: expect.stringContaining("usage:") });
  const gone = verify({}, "gone");
  expect(gone).toMatchObject({ status: 2, stderr: expect.stringContaining("cannot be read") });
});
