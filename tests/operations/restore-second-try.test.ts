import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connectStore, openStore, type StoreLocation } from "#db/open-store.ts";
import { listWitnessTroubles } from "#db/queries/checkpoints.ts";
import { listRoundPeople } from "#db/queries/round-people.ts";
import { findRound } from "#db/queries/rounds.ts";
import { makeBackup } from "#server/operations/backup/make-backup.ts";
import { putBackup } from "#server/operations/backup/put-backup.ts";
import { goOn } from "#server/operations/restore/go-on.ts";
import { Marks } from "#server/platform/high-water-mark/files.ts";
import { flushMarks } from "#server/platform/high-water-mark/record-marks.ts";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { serverKeyText } from "#server/studies/checkpoints/identity.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import { readCheckpointNote } from "#server/studies/checkpoints/read-checkpoints.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { reportWords } from "#server/verifier/words.ts";
import { replay } from "#tests/replay/replay.ts";
import { fixedBytes, type TestApp, testApp } from "#tests/setup/app.ts";
import { startBeacon, type TestBeacon } from "#tests/setup/beacon.ts";
import { newMarksFolder } from "#tests/setup/marks-folder.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { madeUpPeople, publishedStudy, type StudyOptions } from "#tests/setup/study.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { until } from "#tests/setup/timers.ts";
import { verified } from "#tests/setup/verify.ts";
import { type RunningWitness, startWitness } from "#tests/setup/witness.ts";
import { rehashed } from "#tests/trials/tamper/edits.ts";

/** A restore must not be a second try: what a witness, the log and both verifiers show of it. */

const hour = 3_600_000;
let witnessFolder: string;
let running: RunningWitness;
let location: StoreLocation;
let folder: string;
let marks: Marks;
let app: TestApp;
let beacon: TestBeacon;
let studyCount = 0;

beforeAll(async () => {
  witnessFolder = await mkdtemp(join(tmpdir(), "evenhand-witness-"));
  running = await startWitness(witnessFolder, { servers: [serverKeyText(testApp({} as never))] });
});
afterAll(async () => {
  await running.kill();
  await rm(witnessFolder, { recursive: true });
});
beforeEach(async () => {
  location = { dataFolder: temporaryFolder() };
  folder = newMarksFolder();
  marks = new Marks(folder);
  const opened = testApp(await openStore(location, async () => {}));
  studyCount += 1;
  // An hour ahead of the witness, numbers are published after it has signed.
  opened.clock.advance(Date.now() + hour + 1_000 * studyCount - opened.clock.now());
  beacon = await startBeacon(opened.clock.now, { delay: 2 });
  app = equipped(opened);
  return async () => {
    await beacon.close();
    await app.close();
  };
});

function equipped(made: TestApp): TestApp {
  return Object.assign(made, { marks, witnesses: [running.witness], beacon });
}

function published(options: StudyOptions = {}) {
  return publishedStudy(app, { people: madeUpPeople(40), ...options });
}

const backUp = async () =>
  (await makeBackup({ location, into: temporaryFolder(), withSecrets: true, now: Date.now() })).path;

/** Restores a backup, and runs the given action before the server starts again. */
async function restored(path: string, meanwhile: () => void = () => {}): Promise<void> {
  const { clock } = app;
  await flushMarks(app);
  await app.close();
  await putBackup(location, path);
  meanwhile();
  app = equipped(testApp(await connectStore(location)));
  app.clock.advance(clock.now() - app.clock.now());
  await goOn(app);
}

/** Requests cosignatures until the witness has answered. */
const cosigned = (studyId: string) => until(async () => (await keepCheckpoints(app, studyId)) === null);

async function sealedByAll(
  { studyId, auditorIds }: { studyId: string; auditorIds: string[] },
  round: number,
) {
  for (const accountId of auditorIds)
    await judge(app, { studyId, round, accountId }, (_, __, gap) => gap > 0.3);
}

/** Returns the reports of both verifiers. */
async function answers(studyId: string, checkpoints: string[] = [], change = (log: string) => log) {
  const parts = await exportStudy(app, studyId);
  const log = change(parts.log);
  const report = verified({ ...parts, log }, [], { checkpoints });
  const second = replay(log, parts.features, parts.totals);
  const kinds = Object.fromEntries(report.reservations.map(({ kind, count }) => [kind, count]));
  return { report, second, kinds };
}

/** Changes the body of the newest `log.restored` and rehashes the log. */
function forged(log: string, body: object): string {
  const lines = log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const at = lines.findLastIndex(({ type }) => type === "log.restored");
  const changed = { ...lines[at], body: { ...lines[at].body, ...body } };
  return rehashLog(
    `${lines
      .with(at, changed)
      .map((line) => JSON.stringify(line))
      .join("\n")}\n`,
  );
}

function rehashLog(text: string): string {
  return rehashed({ text, line: 1, kind: "changed" }).text;
}

async function restoresOf(studyId: string) {
  const origin = `evenhand.example/studies/${studyId}`;
  return (await fetch(`${running.witness.address}/restores?origin=${origin}`)).json();
}

describe("a restored study with a witness", () => {
  it("is cosigned if it declares the last checkpoint, and the restore is published and reported", async () => {
    const study = await published({ settings: { restsOnBeacon: false } });
    const { studyId } = study;
    const { round, seq } = await openRound(app, { studyId });
    await cosigned(studyId);
    const path = await backUp();
    await sealedByAll(study, round);
    const closed = await closeRound(app, { studyId, round });
    await cosigned(studyId);
    const kept = (await readCheckpointNote(app, studyId)) ?? "";
    await restored(path);
    await cosigned(studyId);
    expect(await restoresOf(studyId)).toEqual([
      {
        origin: `evenhand.example/studies/${studyId}/restored-1`,
        ...{ kept: seq, cosigned: closed.seq, at: expect.any(Number) },
        declared: expect.any(Number),
      },
    ]);
    await openRound(app, { studyId });
    await cosigned(studyId);
    const newest = (await readCheckpointNote(app, studyId)) ?? "";
    const { report, second, kinds } = await answers(studyId, [kept, newest]);
    expect(report.problems).toEqual([]);
    expect(kinds).toMatchObject({ restores: 1, "drawn-again": 1, "lost-checkpoint": 1 });
    expect(kinds).not.toHaveProperty("no-witness");
    expect(report.restores).toEqual([
      { seq: seq + 1, lostCount: kinds["lost-history"], skippedLinks: 0, rounds: [round] },
    ]);
    expect(reportWords(report)).toContain(
      `Entry ${seq + 1} restored a backup: ${kinds["lost-history"]} entries were lost, and 0 links are skipped. Round 1 may be drawn a second time.`,
    );
    expect(second.restores).toEqual([
      { seq: seq + 1, lostEntries: kinds["lost-history"], skippedLinks: 0, drawnAgain: [round] },
    ]);
  });

  it("is not cosigned if it declares too little, and a kept checkpoint reveals it", async () => {
    const study = await published({ settings: { restsOnBeacon: false } });
    const { studyId } = study;
    const { round } = await openRound(app, { studyId });
    await cosigned(studyId);
    const path = await backUp();
    await sealedByAll(study, round);
    await closeRound(app, { studyId, round });
    await cosigned(studyId);
    const kept = (await readCheckpointNote(app, studyId)) ?? "";
    const first = await exportStudy(app, studyId);
    const openedSeq = (await app.store.read((db) => findRound(db, studyId, round)))?.openedSeq ?? 0;
    for (let history = 1; history <= 3; history += 1) {
      // The server forges its marks: one lost entry, and no checkpoint of it.
      await restored(path, () => {
        const own = join(folder, `own-${history}`);
        marks = new Marks(own);
        mkdirSync(join(own, studyId), { recursive: true });
        const mark = { seq: openedSeq + 1, head: fixedBytes(`lost ${history}`), opened: 1, unended: [1] };
        writeFileSync(join(own, studyId, "marks.jsonl"), `${JSON.stringify(mark)}\n`);
      });
      await sealedByAll(study, round);
      await closeRound(app, { studyId, round });
      expect(await keepCheckpoints(app, studyId)).toBeGreaterThan(0);
      const [trouble] = await app.store.read((db) => listWitnessTroubles(db, studyId));
      expect(trouble?.problem).toBe('{"kind":"restoreRefused"}');
      const { report, kinds } = await answers(studyId, [kept]);
      expect(report.problems.map(({ what }) => what)).toEqual(["checkpoint"]);
      expect(kinds).toMatchObject({ restores: 1, "lost-history": 1, "drawn-again": 1 });
    }
    expect(await restoresOf(studyId)).toEqual([]);
    expect(first.log).toContain('"round.closed"');
  });

  it("must declare a checkpoint, and numbers its restores without a gap", async () => {
    const study = await published({ settings: { restsOnBeacon: false } });
    const { studyId } = study;
    await openRound(app, { studyId });
    await cosigned(studyId);
    const path = await backUp();
    await closeRound(app, { studyId, round: 1 });
    await restored(path);
    // Restores the same backup again, which has no record of the first restore.
    await openRound(app, { studyId });
    await restored(path);
    await cosigned(studyId);
    const { report, second } = await answers(studyId);
    expect(report.problems).toEqual([]);
    expect(second.problems).toEqual([]);
    expect(report.restores).toHaveLength(2);
    expect(await restoresOf(studyId)).toHaveLength(2);
    const wrong = [
      [{ lostCheckpoint: null }, "checkpoint of a lost history"],
      [{ origin: `evenhand.example/studies/${studyId}/restored-4` }, "name of the checkpoints"],
      [{ skippedLinks: 12 }, "skipped links"],
    ] as const;
    for (const [body, what] of wrong) {
      const { report, second } = await answers(studyId, [], (log) => forged(log, body));
      expect(report.problems.map((problem) => problem.what)).toContain(what);
      expect(second.ok).toBe(false);
    }
  });
});

describe("a study that is restored twice from one backup", () => {
  it("declares the last checkpoint of each restore under that restore's name", async () => {
    const study = await published({ settings: { restsOnBeacon: false } });
    const { studyId } = study;
    await openRound(app, { studyId });
    await cosigned(studyId);
    const path = await backUp();
    await closeRound(app, { studyId, round: 1 });
    await cosigned(studyId);
    const kept = [(await readCheckpointNote(app, studyId)) ?? ""];
    await restored(path);
    await openRound(app, { studyId });
    await cosigned(studyId);
    kept.push((await readCheckpointNote(app, studyId)) ?? "");
    // The backup has no record of the first restore.
    await restored(path);
    expect(await keepCheckpoints(app, studyId)).toBeNull();
    kept.push((await readCheckpointNote(app, studyId)) ?? "");
    const { report, kinds } = await answers(studyId, kept);
    expect(report.problems).toEqual([]);
    expect(kinds).toMatchObject({ restores: 2, "lost-checkpoint": 2 });
    expect(await restoresOf(studyId)).toHaveLength(2);
  });
});

describe("a draw whose public number was fixed before a restore", () => {
  it("uses that number again, and is the same draw over the same ballots", async () => {
    const study = await published();
    const { studyId } = study;
    const { round } = await openRound(app, { studyId });
    await sealedByAll(study, round);
    await cosigned(studyId);
    const path = await backUp();
    const closing = async () => {
      await closeRound(app, { studyId, round });
      await cosigned(studyId);
      app.clock.advance(10_000);
      expect(await takeNumbers(app, studyId)).toBeNull();
      await applyUpdates(app, studyId);
      const { log } = await exportStudy(app, studyId);
      const lines = log
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line));
      const closed = lines.find(({ type }) => type === "round.closed");
      const frozen = lines.find(({ type }) => type === "round.closing");
      return { u: closed.body.draw.u, beaconRound: frozen.body.beaconRound };
    };
    const first = await closing();
    await restored(path);
    app.clock.advance(hour);
    expect(await closing()).toEqual(first);
    const { report, second, kinds } = await answers(studyId);
    expect([report.problems, second.problems]).toEqual([[], []]);
    expect(kinds).toMatchObject({ restores: 1, "drawn-again": 1 });
    // No other number than the proven one is accepted.
    const other = (log: string) =>
      rehashLog(
        log.replace(
          `"beaconRound":${first.beaconRound},"reason"`,
          `"beaconRound":${first.beaconRound + 1},"reason"`,
        ),
      );
    const changed = await answers(studyId, [], other);
    expect(changed.report.problems.map(({ what }) => what)).toContain(
      "public number that a lost history fixed",
    );
    expect(changed.second.ok).toBe(false);
    const log = (await exportStudy(app, studyId)).log
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const [lostClosing] = log.find(({ type }) => type === "log.restored").body.lostClosings;
    const entry = lostClosing.entry.replace(String(first.beaconRound), String(first.beaconRound + 1));
    for (const lie of [
      { entry },
      { proof: [] },
      { checkpoint: lostClosing.checkpoint.replace(/— witness.*\n/, "") },
    ]) {
      const found = await answers(studyId, [], (text) =>
        forged(text, { lostClosings: [{ ...lostClosing, ...lie }] }),
      );
      expect(found.report.problems.map(({ what }) => what)).toContain("lost closing");
      expect(found.second.ok).toBe(false);
    }
  });
});

describe("an audit", () => {
  it("draws the same lot again after a restore, and may not skip a link to draw another", async () => {
    const study = await published({
      kind: "audit",
      chances: Array.from({ length: 40 }, (_, index) => String((index * 2) / 100)),
    });
    const { studyId } = study;
    await cosigned(studyId);
    const path = await backUp();
    const people = async (round: number) =>
      (await app.store.read((db) => listRoundPeople(db, studyId, round))).map(({ personId }) => personId);
    const { round } = await openRound(app, { studyId });
    const lot = await people(round);
    await restored(path);
    expect(await openRound(app, { studyId })).toMatchObject({ round });
    expect(await people(round)).toEqual(lot);
    const { report, second } = await answers(studyId);
    expect([report.problems, second.problems]).toEqual([[], []]);
    const skipping = await answers(studyId, [], (log) => forged(log, { skippedLinks: 1 }));
    expect(skipping.report.problems.map(({ what }) => what)).toContain("skipped links");
    expect(skipping.second.problems.map(({ what }) => what)).toContain("skipped links");
  });
});
