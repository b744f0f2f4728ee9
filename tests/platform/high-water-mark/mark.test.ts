import { copyFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { connectStore, openStore as openAt } from "#db/open-store.ts";
import { acceptInvitation } from "#server/accounts/invitations/accept-invitation.ts";
import { inviteToStudy } from "#server/accounts/invitations/panel.ts";
import { acceptLoss } from "#server/operations/restore/accept-loss.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { factsIn, isSpent, markIn } from "#server/platform/high-water-mark/mark.ts";
import { flushMarks, recordNow, recordSoon } from "#server/platform/high-water-mark/record-marks.ts";
import { refuseBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { newMarksFolder } from "#tests/setup/marks-folder.ts";
import { judge } from "#tests/setup/play.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

const logLines = captureLog();

const head = async (app: TestApp, studyId: string) => {
  const { nextSeq, headHash } = await app.store.read((db) => requireStudy(db, studyId));
  return { seq: nextSeq - 1, head: headHash };
};

describeEngines("the high-water mark of a study", (openStore) => {
  async function withStudy() {
    const folder = newMarksFolder();
    const app: TestApp = Object.assign(testApp(await openStore()), { marks: new Marks(folder) });
    const study = await publishedStudy(app);
    await flushMarks(app);
    return { app, folder, ...study };
  }

  it("is recorded when a study is published and when a round is opened, closed or cancelled", async () => {
    const { app, studyId } = await withStudy();
    const mark = () => app.marks.read(studyId);
    expect(await mark()).toMatchObject({ opened: 0, unended: [] });
    const { round } = await openRound(app, { studyId });
    expect(await mark()).toEqual({ ...(await head(app, studyId)), opened: 1, unended: [1] });
    await closeRound(app, { studyId, round });
    expect(await mark()).toEqual({ ...(await head(app, studyId)), opened: 1, unended: [] });
    const next = await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: next.round, reason: "operator" });
    expect(await mark()).toEqual({ ...(await head(app, studyId)), opened: 2, unended: [] });
  });

  it("is recorded when a link gives a seat", async () => {
    const marks = new Marks(newMarksFolder());
    const app: TestApp = Object.assign(testApp(await openStore()), { marks });
    const { studyId, operatorId } = await publishedStudy(app, { auditors: 2 });
    await flushMarks(app);
    const invitation = { studyId, email: "mia@example.org", role: "auditor" as const };
    const { token } = await inviteToStudy(app, operatorId, invitation);
    const { seq } = await head(app, studyId);
    await acceptInvitation(app, { token, displayName: "Mia", password: "correct horse battery" });
    await flushMarks(app);
    expect(await marks.read(studyId)).toMatchObject({ ...(await head(app, studyId)), seq: seq + 1 });
  });

  it("is recorded soon after every other entry, and at the latest when the process ends", async () => {
    const { app, studyId, auditorIds } = await withStudy();
    const { round } = await openRound(app, { studyId });
    const sealed = { studyId, round, accountId: auditorIds[0] ?? "" };
    await judge(app, sealed, () => true);
    await expect.poll(() => app.marks.read(studyId)).toMatchObject(await head(app, studyId));
    await judge(app, { ...sealed, accountId: auditorIds[1] ?? "" }, () => true);
    await flushMarks(app);
    expect(await app.marks.read(studyId)).toMatchObject(await head(app, studyId));
  });

  it("keeps the ids of erased people", async () => {
    const { app, studyId, operatorId: accountId } = await withStudy();
    await erasePerson(app, { studyId, personId: "p3", accountId });
    await erasePerson(app, { studyId, personId: "p3", accountId });
    expect((await app.marks.readFacts(studyId)).erased).toEqual(["p3"]);
  });

  it("is recorded before a seed link is revealed; if that fails, no round opens or closes", async () => {
    const { app, folder, studyId } = await withStudy();
    const { round } = await openRound(app, { studyId });
    const before = await head(app, studyId);
    const elsewhere = join(folder, "a-file");
    writeFileSync(elsewhere, "");
    const full = { ...app, marks: new Marks(elsewhere) };
    await refused(closeRound(full, { studyId, round }), "storage-full");
    await refused(cancelRound(full, { studyId, round, reason: "trouble" }), "storage-full");
    expect(await head(app, studyId)).toEqual(before);
    await closeRound(app, { studyId, round });
    const closed = await head(app, studyId);
    await refused(openRound(full, { studyId }), "storage-full");
    expect((await head(app, studyId)).seq).toBeGreaterThanOrEqual(closed.seq);
    expect((await app.store.read((db) => requireStudy(db, studyId))).roundCount).toBe(1);
  });

  it("is read despite a torn line, whatever the order of processes and the length of the file", async () => {
    const { app, folder, studyId } = await withStudy();
    const path = join(folder, studyId, "marks.jsonl");
    // only the server's own account may read or write it
    expect([path, join(folder, studyId)].map((one) => statSync(one).mode & 0o777)).toEqual([0o600, 0o700]);
    await appendFile(path, `{"seq":999,"head":"`);
    await openRound(app, { studyId });
    expect(await app.marks.read(studyId)).toMatchObject({ ...(await head(app, studyId)), opened: 1 });
    // an older line of another server, many times
    const mark = await app.marks.read(studyId);
    const old = `${JSON.stringify({ ...mark, seq: 1, opened: 0 })}\n`;
    await appendFile(path, old.repeat(100));
    expect(await app.marks.read(studyId)).toEqual(mark);
    expect((await readFile(path)).length).toBeLessThan(65_536);
    // of a long file only the end is read, and its first line is torn
    const ahead = JSON.stringify({ ...mark, opened: 99 });
    const between = old.repeat(700);
    expect(between.length).toBeGreaterThan(65_536);
    await appendFile(path, `${ahead}\n${between}${JSON.stringify({ ...mark, unended: [] })}\n`);
    expect(await app.marks.read(studyId)).toMatchObject({ unended: [], opened: 1 });
  });

  it("is written a moment after an entry, and retried after a failure", async () => {
    const { app, folder, studyId } = await withStudy();
    const elsewhere = join(folder, "a-file");
    writeFileSync(elsewhere, "");
    const failing = { ...app, marks: new Marks(elsewhere) };
    fakeTimers("setTimeout", "clearTimeout");
    logLines.length = 0;
    await recordNow(failing, studyId);
    expect(logLines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 50, studyId, msg: "the mark of a study could not be written" },
    ]);
    rmSync(elsewhere);
    const written = () => failing.marks.list();
    vi.advanceTimersByTime(9_999);
    expect(written()).toEqual([]);
    vi.advanceTimersByTime(1);
    await until(() => written().length === 1);
    expect(written()).toEqual([studyId]);
    rmSync(elsewhere, { recursive: true });
    recordSoon(failing, studyId);
    vi.advanceTimersByTime(500);
    await until(() => written().length === 1);
  });

  it("refuses a database that is behind, says how much is lost, and accepts a current one", async () => {
    const { app, folder, studyId } = await withStudy();
    await refuseBehind(app.store, app.marks);
    const at = await head(app, studyId);
    await app.marks.add(studyId, { seq: at.seq + 86, head: fixedBytes("lost"), opened: 1, unended: [] });
    const { name } = await app.store.read((db) => requireStudy(db, studyId));
    await expect(refuseBehind(app.store, new Marks(folder))).rejects.toMatchObject({
      name: "StartError",
      message: expect.stringContaining(
        `the study “${name}” ends with entry ${at.seq}, and 86 more were written`,
      ),
    });
  });

  it("still names the seed links of a lost history, once the study goes on after the loss", async () => {
    const { app, studyId } = await withStudy();
    const at = await head(app, studyId);
    const mark = { seq: at.seq + 86, head: fixedBytes("lost"), opened: 3, unended: [3] };
    await app.marks.add(studyId, mark);
    await acceptLoss(app, { studyId, mark, name: "", seq: at.seq, isOther: false });
    const kept = { ...(await head(app, studyId)), opened: 3, unended: [] };
    expect(await app.marks.read(studyId)).toEqual(kept);
    // As if interrupted before the mark was restarted: the loss is in the log, and is not recorded twice.
    await acceptLoss(app, { studyId, mark, name: "", seq: at.seq, isOther: false });
    expect(await head(app, studyId)).toMatchObject({ seq: kept.seq });
  });

  it("refuses a database with another history, and one without the study", async () => {
    const { app, studyId } = await withStudy();
    const at = await head(app, studyId);
    await app.marks.restart(studyId, { ...at, head: fixedBytes("other"), opened: 0, unended: [] });
    await expect(refuseBehind(app.store, app.marks)).rejects.toThrow(
      /entry \d+ of the study .* is another one/,
    );
    const empty = await openStore();
    await expect(refuseBehind(empty, app.marks)).rejects.toThrow(
      `the study ${studyId} with ${at.seq} entries is not in it. If`,
    );
    const more = { seq: 7, head: fixedBytes("more"), opened: 0, unended: [] };
    for (const name of ["one-more", "two-more"]) await app.marks.add(name, more);
    await expect(refuseBehind(empty, app.marks)).rejects.toThrow(/, and 2 more studies are behind\. If/);
    // an unavailable database is not taken for an empty one
    const away = await connectStore({ dataFolder: "", databaseUrl: "postgres://nobody@127.0.0.1:1/nowhere" });
    await expect(refuseBehind(away, app.marks)).rejects.toMatchObject({ code: "unavailable" });
    await away.close();
  });
});

describe("the files of high-water marks", () => {
  const mark = { seq: 3, head: fixedBytes("head"), opened: 0, unended: [] };
  const line = (value: object) => `\n${JSON.stringify(value)}\n`;

  it("give a study's furthest state, whichever process wrote first", () => {
    expect(markIn("")).toBeNull();
    expect(markIn(line(mark))).toEqual(mark);
    const [ahead, other] = [
      { ...mark, seq: 5, opened: 1 },
      { ...mark, seq: 5, head: fixedBytes("other") },
    ];
    expect(markIn([ahead, mark, other].map(line).join(""))).toEqual({ ...other, opened: 1 });
    // Round 2 was about to end; round 3 opened while the first was open.
    const rounds = [
      { opened: 2, unended: [1, 2] },
      { opened: 3, unended: [1, 2, 3] },
      { opened: 3, unended: [1, 3] },
      { opened: 2, unended: [1, 2] },
    ];
    const read = markIn(rounds.map((one) => line({ ...mark, ...one })).join(""));
    expect(read).toMatchObject({ opened: 3, unended: [1, 3] });
    expect([1, 2, 3, 4].map((round) => isSpent(read ?? mark, round))).toEqual([false, true, false, false]);
    const wrong = [{ ...mark, seq: -1 }, { ...mark, opened: -1 }, { ...mark, head: "no" }, { seq: 9 }];
    expect(markIn(`{"seq":9,${wrong.map(line).join("")}`)).toBeNull();
  });

  it("name each erased person once, and the largest checkpoint, of equal ones the later", () => {
    const none = { erased: [], checkpoints: new Map(), closings: [] };
    expect(factsIn("")).toEqual(none);
    const checkpoint = (note: string, size: number) => line({ checkpoint: note, size });
    expect(factsIn(checkpoint("log\nfirst", 0)).checkpoints).toEqual(new Map([["log", "log\nfirst"]]));
    const closing = { entry: "e", proof: [fixedBytes("proof")], checkpoint: "c" };
    const all = [
      ...[line({ erased: "p2" }), line({ erased: "p1" }), line({ erased: "p2" })],
      ...[checkpoint("log\nsmall", 3), checkpoint("log\nlarge", 9), checkpoint("log\nlater", 9)],
      ...[
        checkpoint("log\nolder", 8),
        checkpoint("log/restored-1\nsmall", 4),
        line({ lostClosing: closing }),
      ],
    ];
    expect(factsIn(all.join(""))).toEqual({
      erased: ["p2", "p1"],
      checkpoints: new Map([
        ["log", "log\nlater"],
        ["log/restored-1", "log/restored-1\nsmall"],
      ]),
      closings: [closing],
    });
  });

  it("exist for studies with a mark only, and keep marks from before an accepted loss", async () => {
    const marks = new Marks(newMarksFolder());
    expect(marks.list()).toEqual([]);
    expect([await marks.read("a"), await marks.readFacts("a")]).toEqual([
      null,
      { erased: [], checkpoints: new Map(), closings: [] },
    ]);
    await marks.add("a", mark);
    await marks.addFact("b", { erased: "p1" });
    expect(marks.list()).toEqual(["a"]);
    expect(await marks.readEarlier("a")).toEqual([]);
    await marks.restart("a", { ...mark, seq: 1 });
    expect([marks.list(), await marks.readEarlier("a"), await marks.read("a")]).toEqual([
      ["a"],
      [mark],
      { ...mark, seq: 1 },
    ]);
    await marks.retire("a");
    expect([marks.list(), await marks.readEarlier("a")]).toEqual([[], [mark, { ...mark, seq: 1 }]]);
  });
});

describe("a server that starts on an old database", () => {
  /** Opens a server as `npm start` does, with files of its own. */
  async function served() {
    const dataFolder = temporaryFolder();
    const marks = new Marks(newMarksFolder());
    const open = () => openAt({ dataFolder }, (store) => refuseBehind(store, marks));
    const app: TestApp = Object.assign(testApp(await open()), { marks });
    const file = join(dataFolder, "evenhand.sqlite");
    return { dataFolder, file, marks, open, app, ...(await publishedStudy(app)) };
  }

  const stop = async (app: TestApp) => {
    await flushMarks(app);
    await app.store.close();
  };

  it("refuses a backup from before a close, so that no round is played twice with a revealed link", async () => {
    const { file, open, app, studyId, auditorIds } = await served();
    const { round } = await openRound(app, { studyId });
    for (const accountId of auditorIds) await judge(app, { studyId, round, accountId }, () => false);
    await stop(app);
    const backup = join(temporaryFolder(), "backup.sqlite");
    copyFileSync(file, backup);
    const again = Object.assign(testApp(await open(), app.secrets), { marks: app.marks });
    await closeRound(again, { studyId, round });
    await stop(again);
    copyFileSync(backup, file);
    const before = statSync(file).mtimeMs;
    await expect(open()).rejects.toThrow(/and [1-9]\d* more were written.*npm run restore -- FOLDER/);
    expect(statSync(file).mtimeMs).toBe(before);
  });

  it("refuses a file whose write-ahead log is missing, and says how many entries are lost", async () => {
    const { file, open, app, studyId, auditorIds } = await served();
    await stop(app);
    const store = await open();
    const running = Object.assign(testApp(store, app.secrets), { marks: app.marks });
    const before = await head(running, studyId);
    const { round } = await openRound(running, { studyId });
    for (const accountId of auditorIds) await judge(running, { studyId, round, accountId }, () => true);
    await flushMarks(running);
    const lost = (await head(running, studyId)).seq - before.seq;
    // the database file of a killed process, without its log
    const copy = join(temporaryFolder(), "evenhand.sqlite");
    copyFileSync(file, copy);
    await running.store.close();
    rmSync(file);
    copyFileSync(copy, file);
    await expect(open()).rejects.toThrow(`and ${lost} more were written. If evenhand.sqlite-wal was removed`);
  });

  it("refuses a data folder whose database file is missing", async () => {
    const { dataFolder, file, open, app } = await served();
    await stop(app);
    rmSync(file);
    await expect(open()).rejects.toThrow(/the study \S+ with \d+ entries is not in it/);
    const store = await connectStore({ dataFolder });
    await expect(store.read((db) => db.q.$count(db.t.account))).rejects.toMatchObject({ code: "statement" });
    await store.close();
  });
});
