import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { connectStore, openStore, type StoreLocation } from "#db/open-store.ts";
import { findCheckpoint } from "#db/queries/checkpoints.ts";
import { findPerson } from "#db/queries/people.ts";
import { findRound, listOpenRounds } from "#db/queries/rounds.ts";
import { findSession, prepareSession } from "#server/accounts/sessions.ts";
import { parseCheckpoint } from "#server/audit-log/checkpoints/checkpoint.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import { receiptFile } from "#server/audit-log/receipts/file.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { voteQuestions } from "#server/audit-log/receipts/vote-questions.ts";
import { checkBackup } from "#server/cli/check-backup.ts";
import { makeBackup } from "#server/operations/backup/make-backup.ts";
import { readManifest } from "#server/operations/backup/manifest.ts";
import { putBackup, requireStoppedServer } from "#server/operations/backup/put-backup.ts";
import { goOn } from "#server/operations/restore/go-on.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { flushMarks } from "#server/platform/high-water-mark/record-marks.ts";
import { refuseBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { readCheckpointNote } from "#server/studies/checkpoints/read-checkpoints.ts";
import { exportRecord } from "#server/studies/exports/export-record.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { verifyLog } from "#server/verifier/verify.ts";
import { replayRecord } from "#tests/replay/record.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { listedStudy } from "#tests/setup/listed-study.ts";
import { newMarksFolder } from "#tests/setup/marks-folder.ts";
import { exportStudy, judge, playRound } from "#tests/setup/play.ts";
import { checkVote, completed, sealKept } from "#tests/setup/receipts.ts";
import { publishedStudy, type StudyOptions } from "#tests/setup/study.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";

describeEngines("a restored backup", (_openStore, { newPlace }) => {
  async function served(options: StudyOptions = {}, publish: typeof publishedStudy = publishedStudy) {
    const place = await newPlace();
    const location: StoreLocation = { ...place, dataFolder: place.dataFolder || temporaryFolder() };
    const marks = new Marks(newMarksFolder());
    const open = async (): Promise<TestApp> =>
      Object.assign(testApp(await openStore(location, (store) => refuseBehind(store, marks))), { marks });
    const openAnyway = async (): Promise<TestApp> =>
      Object.assign(testApp(await connectStore(location)), { marks });
    const app = await open();
    return { location, marks, open, openAnyway, app, ...(await publish(app, options)) };
  }

  async function stop(app: TestApp): Promise<void> {
    await flushMarks(app);
    await app.store.close();
  }

  const backUp = async (location: StoreLocation) =>
    (await makeBackup({ location, into: temporaryFolder(), withSecrets: true, now: Date.now() })).path;

  const verdicts = { none: () => false, all: () => true };

  async function record(app: TestApp, studyId: string): Promise<string> {
    return (await Array.fromAsync((await exportRecord(app, studyId)).lines)).join("");
  }

  async function verified(app: TestApp, studyId: string) {
    const text = await record(app, studyId);
    const replayed = replayRecord(text);
    expect(replayed.problems).toEqual([]);
    const report = verifyLog({ lines: text.trimEnd().split("\n") });
    expect(report.problems).toEqual([]);
    return { report, replayed };
  }

  it("is complete, was replayed, and leaves the server's database unchanged", async () => {
    // with a list of rules in addition to its log
    const { location, app, studyId, auditorIds } = await served({}, listedStudy);
    const { round } = await openRound(app, { studyId });
    await judge(app, { studyId, round, accountId: auditorIds[0] ?? "" }, verdicts.all);
    writeFileSync(join(location.dataFolder, "secrets.json"), JSON.stringify(app.secrets));
    const path = await backUp(location);
    const check = await checkBackup(location, path, 7);
    const { nextSeq, headHash } = await app.store.read((db) => requireStudy(db, studyId));
    const study = { id: studyId, seq: nextSeq - 1, head: headHash, holds: true };
    expect(check).toEqual({ checkedAt: 7, isReplayed: true, studies: [study], problem: null });
    const files = Object.keys((await readManifest(path)).files);
    expect(files).toHaveLength(2);
    for (const file of files) expect(statSync(join(path, file)).mode & 0o777, file).toBe(0o600);
    await app.store.close();
  });

  it("is refused on the other engine, with a changed byte, and without a manifest", async () => {
    const { location, app } = await served();
    const path = await backUp(location);
    const { database } = await readManifest(path);
    const other = location.databaseUrl ? undefined : "postgres://nobody@127.0.0.1:1/nowhere";
    await expect(putBackup({ ...location, databaseUrl: other }, path)).rejects.toThrow(
      `This backup is of ${other ? "SQLite: unset" : "PostgreSQL: set"} DATABASE_URL.`,
    );
    const file = join(path, database);
    writeFileSync(file, readFileSync(file).fill(7, 300, 301));
    await app.store.close();
    await expect(putBackup(location, path)).rejects.toThrow("is missing or not as it was written");
    expect((await checkBackup(location, path, 7)).problem).toContain("not as it was written");
    rmSync(join(path, "manifest.json"));
    await expect(putBackup(location, path)).rejects.toThrow("no whole backup");
  });

  it("leaves no secrets behind if its database could not be restored", async () => {
    const { location, app } = await served();
    const own = join(location.dataFolder, "secrets.json");
    writeFileSync(own, JSON.stringify(app.secrets));
    const path = await backUp(location);
    await app.store.close();
    rmSync(own);
    const { database } = await readManifest(path);
    // As if the copy could not be read: SQLite finds a folder in its way, PostgreSQL no server at its address.
    const inTheWay = join(location.dataFolder, "evenhand.restoring");
    mkdirSync(inTheWay);
    const nowhere = location.databaseUrl && { databaseUrl: location.databaseUrl.replace(/:\d+\//, ":1/") };
    await expect(putBackup({ ...location, ...nowhere }, path), database).rejects.toThrow();
    expect(existsSync(own)).toBe(false);
    rmSync(inTheWay, { recursive: true });
    await putBackup(location, path);
    expect(JSON.parse(readFileSync(own, "utf8"))).toEqual(app.secrets);
  });

  it("is refused while a server runs", async () => {
    const { location, app } = await served();
    await expect(requireStoppedServer(location)).rejects.toThrow("A server is running");
    await app.store.close();
    await requireStoppedServer(location);
  });

  it("cancels a round whose seed link was revealed, and logs the lost entries", async () => {
    const { location, marks, open, openAnyway, app, studyId, auditorIds } = await served();
    const { round } = await openRound(app, { studyId });
    for (const accountId of auditorIds) await judge(app, { studyId, round, accountId }, verdicts.none);
    const path = await backUp(location);
    await closeRound(app, { studyId, round });
    await keepCheckpoints(app, studyId);
    const next = await openRound(app, { studyId });
    await stop(app);
    const lost = await marks.read(studyId);
    await putBackup(location, path);
    await expect(open()).rejects.toThrow("older than what was acknowledged");
    const again = await openAnyway();
    const [restored] = await goOn(again);
    expect(restored).toMatchObject({ studyId, mark: lost, erased: [], waiting: [] });
    // an auditor who knows the link could try nonces until the draw suits: there is no round to try them on
    expect(await again.store.read((db) => listOpenRounds(db, studyId))).toEqual([]);
    const old = await again.store.read((db) => findRound(db, studyId, round));
    expect([old?.state, old?.closeReason]).toEqual(["cancelled", "restored"]);
    await expect(
      judge(again, { studyId, round, accountId: auditorIds[0] ?? "" }, verdicts.all, "tried"),
    ).rejects.toMatchObject({ name: "DomainError" });
    // the round after the lost one has its own link
    const later = await openRound(again, { studyId });
    expect(later.round).toBe(next.round + 1);
    await closeRound(again, { studyId, round: later.round });
    const { report, replayed } = await verified(again, studyId);
    const kinds = Object.fromEntries(report.reservations.map(({ kind, count }) => [kind, count]));
    expect(kinds).toMatchObject({
      "lost-history": restored ? restored.mark.seq - restored.seq : 0,
      "skipped-links": 1,
    });
    expect(replayed.restores).toMatchObject([
      { skippedLinks: 1, lostEntries: kinds["lost-history"], drawnAgain: [round] },
    ]);
    expect(report.restores).toMatchObject([{ skippedLinks: 1, rounds: [round] }]);
    expect(report.countByType["log.restored"]).toBe(1);
    await stop(again);
    await (await open()).store.close();
  });

  it("keeps a round open whose seed link was not revealed", async () => {
    const { location, openAnyway, app, studyId, auditorIds } = await served();
    const { round } = await openRound(app, { studyId });
    const path = await backUp(location);
    for (const accountId of auditorIds) await judge(app, { studyId, round, accountId }, verdicts.all);
    await stop(app);
    await putBackup(location, path);
    const again = await openAnyway();
    await goOn(again);
    expect(await again.store.read((db) => listOpenRounds(db, studyId))).toMatchObject([{ number: round }]);
    await judge(again, { studyId, round, accountId: auditorIds[0] ?? "" }, verdicts.all, "again");
    await closeRound(again, { studyId, round });
    expect((await openRound(again, { studyId })).round).toBe(round + 1);
    await verified(again, studyId);
    await again.store.close();
  });

  it("repeats erasures, ends sessions and links, and signs under a new name", async () => {
    const { location, marks, openAnyway, app, studyId, operatorId } = await served();
    const study = { studyId, operatorId, operatorEmail: "", auditorIds: [], auditorEmails: [] };
    await playRound(app, study, []);
    await keepCheckpoints(app, studyId);
    const { sessionId, insert } = prepareSession(app, operatorId, "a browser");
    await app.store.tx(insert);
    const path = await backUp(location);
    await erasePerson(app, { studyId, personId: "p2", accountId: operatorId });
    await playRound(app, study, []);
    await keepCheckpoints(app, studyId);
    const kept = await readCheckpointNote(app, studyId);
    await stop(app);
    expect([...(await marks.readFacts(studyId)).checkpoints.values()]).toEqual([kept]);
    await putBackup(location, path);
    const again = await openAnyway();
    expect((await again.store.read((db) => findPerson(db, studyId, "p2")))?.erasedAt).toBeNull();
    expect(await findSession(again, sessionId)).toBeDefined();
    const [restored] = await goOn(again);
    expect(restored?.erased).toEqual(["p2"]);
    expect((await again.store.read((db) => findPerson(db, studyId, "p2")))?.erasedAt).not.toBeNull();
    expect(await findSession(again, sessionId)).toBeUndefined();
    const events = await again.store.read((db) =>
      db.q.select({ kind: db.t.securityEvent.kind }).from(db.t.securityEvent),
    );
    expect(events).toContainEqual({ kind: "server.restored" });
    await keepCheckpoints(again, studyId);
    const newest = await again.store.read((db) => findCheckpoint(db, studyId));
    const { origin } = parseCheckpoint(parseNote(newest?.note ?? "").text);
    expect(origin).toMatch(/\/restored-1$/);
    const text = await record(again, studyId);
    const checkpoints = [kept ?? "", newest?.note ?? ""];
    const report = verifyLog({ lines: text.trimEnd().split("\n"), checkpoints });
    expect(report.problems).toEqual([]);
    expect(report.reservations).toContainEqual({ kind: "lost-checkpoint", count: 1 });
    expect(text).toContain(JSON.stringify(kept));
    await again.store.close();
  });

  it("leaves receipts of lost ballots that say so, and later ones that verify", async () => {
    const { location, openAnyway, app, studyId, auditorIds } = await served();
    const where = (round: number) => ({ studyId, round, accountId: auditorIds[0] ?? "" });
    const seal = (on: TestApp, round: number) =>
      sealKept(on, where(round), { idempotencyKey: `kept-${round}`, verdicts: [] });
    const first = await openRound(app, { studyId });
    const early = await seal(app, first.round);
    await closeRound(app, { studyId, round: first.round });
    const path = await backUp(location);
    const { round } = await openRound(app, { studyId });
    const sealed = await seal(app, round);
    await closeRound(app, { studyId, round });
    const gone = await completed(app, where(round), sealed);
    // Its checkpoint covers the lost part too, but its ballot was not lost.
    const left = { ...early, proof: (await completed(app, where(1), early)).proof };
    await stop(app);
    await putBackup(location, path);
    const again = await openAnyway();
    await goOn(again);
    const later = await openRound(again, { studyId });
    const fresh = await seal(again, later.round);
    await closeRound(again, { studyId, round: later.round });
    const whole = await completed(again, where(later.round), fresh);
    const text = await record(again, studyId);
    const lines = text.trimEnd().split("\n");
    const logLines = (await exportStudy(again, studyId)).log.trimEnd().split("\n");
    const said = (receipt: KeptReceipt) => {
      const report = checkVote(logLines, receipt, []);
      return voteQuestions.map((question) => report[question].answer).join(" ");
    };
    expect([said(gone), said(left), said(whole)]).toEqual([
      "lost lost lost lost lost",
      "yes yes lost yes yes",
      "yes yes yes yes yes",
    ]);
    const receipts = [gone, left, whole].map((receipt, index) => ({
      name: String(index),
      text: receiptFile(receipt).text,
    }));
    const report = verifyLog({ lines, receipts });
    expect(report.problems).toEqual([]);
    expect(report.receipts.map(({ answers }) => answers?.inLog.answer)).toEqual(["lost", "yes", "yes"]);
    await again.store.close();
  });

  it("made while ballots are sealed contains everything acknowledged before it", async () => {
    const { location, openAnyway, app, studyId, auditorIds } = await served();
    const { round } = await openRound(app, { studyId });
    const acknowledged: number[] = [];
    let isDone = false;
    const sealing = Promise.all(
      auditorIds.map(async (accountId) => {
        for (let turn = 1; !isDone && turn < 60; turn += 1) {
          // a higher rate would be refused
          app.clock.advance(10_000);
          const { seq } = await judge(app, { studyId, round, accountId }, verdicts.all, `turn-${turn}`);
          acknowledged.push(seq);
        }
      }),
    );
    await expect.poll(() => acknowledged.length).toBeGreaterThan(5);
    const before = [...acknowledged];
    const path = await backUp(location);
    isDone = true;
    await sealing;
    expect((await checkBackup(location, path, 7)).problem).toBeNull();
    await stop(app);
    await putBackup(location, path);
    const again = await openAnyway();
    const { nextSeq } = await again.store.read((db) => requireStudy(db, studyId));
    expect(Math.max(...before)).toBeLessThan(nextSeq);
    await goOn(again);
    await closeRound(again, { studyId, round });
    await verified(again, studyId);
    await again.store.close();
  });

  it("may be restored twice, and then the study declares both losses", async () => {
    const { location, open, openAnyway, app, studyId } = await served();
    const study = { studyId, operatorId: "", operatorEmail: "", auditorIds: [], auditorEmails: [] };
    const path = await backUp(location);
    await playRound(app, study, []);
    await stop(app);
    await putBackup(location, path);
    const first = await openAnyway();
    await goOn(first);
    expect((await openRound(first, { studyId })).round).toBe(2);
    await stop(first);
    await putBackup(location, path);
    const second = await openAnyway();
    await goOn(second);
    expect((await openRound(second, { studyId })).round).toBe(3);
    const { report } = await verified(second, studyId);
    // the backup does not contain the first restore, but the high-water marks do
    expect(report.restores.map(({ skippedLinks }) => skippedLinks)).toEqual([1, 1]);
    expect((await second.store.read((db) => requireStudy(db, studyId))).restoredOrigin).toMatch(
      /restored-2$/,
    );
    await stop(second);
    const third = await open();
    expect(await goOn(third)).toEqual([]);
    await third.store.close();
  });
});
