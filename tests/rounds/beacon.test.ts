import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { MigratableStore } from "#db/store/store.ts";
import { beaconTime } from "#server/audit-log/beacon-chain.ts";
import { enqueue } from "#server/platform/app/job-queue.ts";
import { lookFor } from "#server/queue/find-due-jobs.ts";
import { inProcessQueue } from "#server/queue/in-process-queue.ts";
import { takeNumbers } from "#server/rounds/await-public-number.ts";
import { cancelRound } from "#server/rounds/cancel-round.ts";
import { closeRound, finishRound } from "#server/rounds/close-round.ts";
import { endStudy } from "#server/rounds/end-study.ts";
import { extendRound } from "#server/rounds/extend-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { readRoundDetails } from "#server/rounds/read-round-details.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { erasePerson } from "#server/studies/people/erase-person.ts";
import { replay } from "#tests/replay/replay.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { type Lie, startBeacon, type TestBeacon, testNumber } from "#tests/setup/beacon.ts";
import { playToClosing, roundRow } from "#tests/setup/beacon-study.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { exportStudy, judge } from "#tests/setup/play.ts";
import { recordJobs } from "#tests/setup/recorded-jobs.ts";
import { refused } from "#tests/setup/refusal.ts";
import { madeUpPeople, publishedStudy, type StudyOptions, type TestStudy } from "#tests/setup/study.ts";
import { verified } from "#tests/setup/verify.ts";

describeEngines("a study whose draws rest on a beacon", (openStore, { name }) => {
  let store: MigratableStore;
  let app: TestApp;
  let beacon: TestBeacon;
  let studyCount = 0;

  beforeEach(async () => {
    store = await openStore();
    app = testApp(store);
    // Ids repeat between engines, and a process remembers a study.
    studyCount += 1;
    app.clock.advance(1_000 * studyCount + (name === "sqlite" ? 0 : 500));
    beacon = await startBeacon(app.clock.now);
    Object.assign(app, { beacon });
    return async () => {
      await beacon.close();
      await app.close();
    };
  });

  const published = (options: StudyOptions = {}) =>
    publishedStudy(app, { people: madeUpPeople(40), ...options });
  const typesOf = async ({ studyId }: TestStudy) =>
    (await exportStudy(app, studyId)).log
      .split("\n")
      .slice(0, -1)
      .map((line) => String(JSON.parse(line).type));
  const bothHold = async ({ studyId }: TestStudy) => {
    const parts = await exportStudy(app, studyId);
    const report = replay(parts.log, parts.features, parts.totals);
    expect(report.problems).toEqual([]);
    const { problems, answer, reservations } = verified(parts);
    expect(problems).toEqual([]);
    return { report, answer, kinds: reservations.map(({ kind }) => kind) };
  };

  it("freezes ballots first, draws once the number is published, and both verifiers accept it", async () => {
    const study = await published();
    const { studyId } = study;
    const round = await playToClosing(app, study);
    const frozen = await roundRow(app, studyId, round);
    expect(frozen).toMatchObject({ state: "closing", closedAt: null, beaconSignature: null });
    expect((await typesOf(study)).at(-1)).toBe("round.closing");
    expect(await takeNumbers(app, studyId)).toBeGreaterThan(0);
    expect(beacon.asked).toBe(0);
    app.clock.advance(10_000);
    expect(await takeNumbers(app, studyId)).toBeNull();
    const closed = await roundRow(app, studyId, round);
    const signature = testNumber(closed.beaconRound ?? 0);
    expect(closed).toMatchObject({ state: "closed", closeReason: "all-sealed", beaconSignature: signature });
    // Another server that gets the number a moment later.
    expect(await finishRound(app, { studyId, round }, { signature, checkpoint: null })).toBe(false);
    expect((await typesOf(study)).slice(-5)).toEqual([
      "round.closing",
      ...["ballot.opened", "ballot.opened", "ballot.opened"],
      "round.closed",
    ]);
    await applyUpdates(app, studyId);
    await playToClosing(app, study);
    app.clock.advance(10_000);
    await takeNumbers(app, studyId);
    const { report, answer, kinds } = await bothHold(study);
    expect(report).toMatchObject({ unseenDraws: [1, 2], lateDraws: [], restedOnNothing: [] });
    expect([answer, ...kinds.sort()]).toEqual([
      "holds-in-part",
      "no-witness",
      "own-beacon",
      "unwitnessed-draws",
    ]);
  });

  it("refuses changes to a round that is closing, and gives one receipt", async () => {
    const study = await published();
    const { studyId } = study;
    const deadlineAt = app.now() + 3_600_000;
    const { round } = await openRound(app, { studyId, deadlineAt });
    const [first = "", second = ""] = study.auditorIds;
    await judge(app, { studyId, round, accountId: first }, () => false);
    const receipt = await closeRound(app, { studyId, round });
    expect(await closeRound(app, { studyId, round })).toEqual(receipt);
    const late = judge(app, { studyId, round, accountId: second }, () => false);
    await refused(late, "round-closed");
    const extension = extendRound(app, { studyId, round, deadlineAt: deadlineAt + 1 });
    const { message } = await refused(extension, "round-not-open");
    expect(message).toBe("Round 1 is closing: it has no deadline any more.");
    const cancelled = await refused(cancelRound(app, { studyId, round, reason: "operator" }), "round-closed");
    expect(cancelled.message).toContain("Round 1 is closing: its ballots are frozen");
    await refused(endStudy(app, studyId), "round-already-open");
    const erasure = { studyId, personId: "p1", accountId: study.operatorId };
    await refused(erasePerson(app, erasure), "round-already-open");
    const board = await readRoundDetails(app, studyId, round);
    expect(board).toMatchObject({
      round: { state: "closing", hasClosedOtherwise: true },
      result: null,
      publicNumber: { signature: null, trouble: null },
    });
    app.clock.advance(10_000);
    await takeNumbers(app, studyId);
    expect(await closeRound(app, { studyId, round })).toEqual(receipt);
    const { publicNumber } = await readRoundDetails(app, studyId, round);
    expect(publicNumber?.address).toBe(
      `${beacon.relays[0]}/${beacon.beacon.chain}/public/${publicNumber?.beaconRound}`,
    );
    const { kinds } = await bothHold(study);
    expect(kinds).toContain("closed-otherwise");
  });

  it.each<Lie>(["silent", "error", "garbage", "long", "forged", "other-round"])(
    "rejects a relay that is %s, says so, and draws once one answers correctly",
    async (lie) => {
      const study = await published({ auditors: 1 });
      const { studyId } = study;
      await playToClosing(app, study);
      app.clock.advance(10_000);
      beacon.lie = lie;
      expect(await takeNumbers(app, studyId)).toBe(10_000);
      const { publicNumber, round } = await readRoundDetails(app, studyId, 1);
      expect(round.state).toBe("closing");
      expect(publicNumber?.trouble).toBe(lie === "forged" ? "wrongSignature" : "noNumber");
      const second = await startBeacon(app.clock.now, { chain: beacon.beacon });
      onTestFinished(second.close);
      const both = { ...beacon, relays: [...beacon.relays, ...second.relays] };
      expect(await takeNumbers({ ...app, beacon: both }, studyId)).toBeNull();
      expect(await readRoundDetails(app, studyId, 1)).toMatchObject({
        round: { state: "closed" },
        publicNumber: { trouble: null },
      });
    },
  );

  it("waits and gives the reason if the server no longer has a relay", async () => {
    const study = await published({ auditors: 1 });
    await playToClosing(app, study);
    app.clock.advance(10_000);
    await takeNumbers({ ...app, beacon: null }, study.studyId);
    expect((await readRoundDetails(app, study.studyId, 1)).publicNumber?.trouble).toBe("noRelay");
    expect(await takeNumbers(app, study.studyId)).toBeNull();
    expect((await readRoundDetails(app, study.studyId, 1)).round.state).toBe("closed");
  });

  it("is resumed by a server that starts, with the jobs that follow a close", async () => {
    const study = await published();
    await playToClosing(app, study);
    app.clock.advance(10_000);
    const server = { ...app, work: { queue: inProcessQueue } };
    await lookFor(server, "draw", () => false);
    await expect.poll(async () => (await typesOf(study)).at(-1)).toBe("learner.updated");
    await enqueue(server, { kind: "draw", studyId: study.studyId });
    expect((await typesOf(study)).filter((type) => type === "round.closed")).toHaveLength(1);
  });

  it("draws once with two servers", async () => {
    const study = await published();
    const { studyId } = study;
    await playToClosing(app, study);
    app.clock.advance(10_000);
    const one = recordJobs(app);
    const other = recordJobs({ ...testApp(store), beacon, now: app.now });
    const both = await Promise.all([takeNumbers(one.app, studyId), takeNumbers(other.app, studyId)]);
    expect(both).toEqual([null, null]);
    // Only one of them mails the panel.
    const jobs = [...one.jobs, ...other.jobs].map(({ kind }) => kind);
    expect(jobs).toEqual(["update-learner", "mail-checkpoint", "draw"]);
    const types = await typesOf(study);
    expect(types.filter((type) => type === "round.closed")).toHaveLength(1);
    expect(types.filter((type) => type === "ballot.opened")).toHaveLength(3);
    await bothHold(study);
  });

  it("publishes no draw if the round was cancelled in time", async () => {
    const study = await published();
    const { studyId } = study;
    await openRound(app, { studyId });
    await cancelRound(app, { studyId, round: 1, reason: "guidelines" });
    const { unmadePicks, publicNumber, round } = await readRoundDetails(app, studyId, 1);
    expect([round.state, unmadePicks, publicNumber]).toEqual(["cancelled", null, null]);
    await playToClosing(app, study);
    app.clock.advance(10_000);
    await takeNumbers(app, studyId);
    await bothHold(study);
  });

  it("closes a round without pairs the same way", async () => {
    const study = await published({
      settings: { closesWithoutPairs: true },
    });
    const { round, isClosed } = await openRound(app, { studyId: study.studyId });
    expect(isClosed).toBe(true);
    expect((await roundRow(app, study.studyId, round)).state).toBe("closing");
    app.clock.advance(10_000);
    expect(await takeNumbers(app, study.studyId)).toBeNull();
    expect((await roundRow(app, study.studyId, round)).state).toBe("closed");
    await bothHold(study);
  });

  it("names the number at opening if it draws then, and cannot close before it is published", async () => {
    const study = await published({ settings: { drawAt: "opening" } });
    const { studyId } = study;
    const { round } = await openRound(app, { studyId });
    await refused(closeRound(app, { studyId, round }), "draw-awaited");
    await refused(cancelRound(app, { studyId, round, reason: "operator" }), "round-not-open");
    const awaited = await roundRow(app, studyId, round);
    expect(awaited).toMatchObject({ closingSeq: null, beaconSignature: null });
    const due = beaconTime(beacon.beacon, awaited.beaconRound ?? 0);
    expect(await takeNumbers({ ...app, now: () => due - 1 }, studyId)).toBe(1);
    // By its own clock the relay has no number yet.
    expect(await takeNumbers({ ...app, now: () => due }, studyId)).toBe(10_000);
    app.clock.advance(10_000);
    beacon.lie = "error";
    expect(await takeNumbers(app, studyId)).toBe(10_000);
    expect((await readRoundDetails(app, studyId, round)).publicNumber?.trouble).toBe("noNumber");
    beacon.lie = null;
    const other = { ...testApp(store), beacon, now: app.now };
    const both = await Promise.all([takeNumbers(app, studyId), takeNumbers(other, studyId)]);
    expect(both).toEqual([null, null]);
    expect(await takeNumbers(app, studyId)).toBeNull();
    const board = await readRoundDetails(app, studyId, round);
    expect([board.result, board.publicNumber?.trouble]).toEqual([null, null]);
    expect(board.publicNumber?.signature).toBe(testNumber(awaited.beaconRound ?? 0));
    for (const accountId of study.auditorIds) await judge(app, { studyId, round, accountId }, () => true);
    await closeRound(app, { studyId, round });
    const types = await typesOf(study);
    expect(types.filter((type) => ["round.drawn", "round.closing"].includes(type))).toEqual(["round.drawn"]);
    const { report } = await bothHold(study);
    expect(report.unseenDraws).toEqual([1]);
  });

  it("closes a round without pairs that draws at opening once it is drawn", async () => {
    const study = await published({
      settings: { drawAt: "opening", closesWithoutPairs: true },
    });
    const { round } = await openRound(app, { studyId: study.studyId });
    expect((await roundRow(app, study.studyId, round)).state).toBe("open");
    app.clock.advance(10_000);
    expect(await takeNumbers(app, study.studyId)).toBeNull();
    expect((await roundRow(app, study.studyId, round)).state).toBe("closed");
    await bothHold(study);
  });

  it("uses no beacon if its draft says so, and never in an audit", async () => {
    const study = await published({ settings: { restsOnBeacon: false } });
    await playToClosing(app, study);
    expect((await roundRow(app, study.studyId, 1)).state).toBe("closed");
    expect((await bothHold(study)).report.restedOnNothing).toEqual([1]);
    const people = madeUpPeople(20);
    const audit = await published({
      kind: "audit",
      people,
      chances: people.map((_, index) => `0.${index + 10}`),
    });
    await playToClosing(app, audit);
    expect((await roundRow(app, audit.studyId, 1)).state).toBe("closed");
    await bothHold(audit);
  });

  it("is not published by a server that no longer has a beacon", async () => {
    const without = { ...app, beacon: null };
    const options = { people: madeUpPeople(20), settings: { restsOnBeacon: true } };
    const { problems } = await refused(publishedStudy(without, options), "bad-input");
    expect(problems).toMatchObject([{ field: "settings.restsOnBeacon" }]);
  });
});
