import { beforeAll, expect, it, vi } from "vitest";
import { updateRunningJob } from "#db/queries/jobs.ts";
import { DomainError } from "#server/errors.ts";
import { clockTrouble } from "#server/platform/app/clock-trouble.ts";
import {
  beginJob,
  claimAbandonedJob,
  failJob,
  finishJob,
  type HeldJob,
  listAbandonedJobs,
  lockIdle,
  readJob,
  renewJob,
  withLease,
} from "#server/platform/app/job-lease.ts";
import { isHeld, openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { type TestApp, testApp, testClock, testTimekeeper } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

const day = 24 * 60 * 60_000;

captureLog();

describeEngines("leases", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    const plain = testApp(await openStore());
    const { store, now } = plain;
    // Time passes only where a test says so: on a busy machine a lease could run out in the middle of a test.
    const begun = await store.time();
    const clocks = { limitMs: 3_600_000, store: { ...store, time: async () => begun }, now, passed: () => 0 };
    app = { ...plain, timekeeper: await openTimekeeper(clocks) };
  });

  it("hold and run out by time that passes, whatever the clock is set to", async () => {
    const { studyId, operatorId: accountId } = await publishedStudy(app);
    const work = { kind: "some-work", busy: "It is at work." };
    const id = app.newId();
    await app.store.tx((tx) => beginJob(tx, { id, studyId, kind: work.kind, accountId }, app));
    for (const set of [day, -2 * day]) {
      app.clock.advance(set);
      const { state } = await app.store.read((db) => readJob(db, studyId, work.kind, app));
      expect(state).toBe("running");
      await refused(
        app.store.tx((tx) => lockIdle(tx, studyId, work, app)),
        "busy",
      );
    }
    app.clock.advance(day);
    const later = { ...app.timekeeper, steady: () => app.timekeeper.steady() + 61_000 };
    const seen = { ...app, timekeeper: later };
    expect((await app.store.read((db) => readJob(db, studyId, work.kind, seen))).state).toBe("stopped");
  });

  it("that ran out are taken over once, and whoever had one before has lost it", async () => {
    const { studyId, operatorId: accountId } = await publishedStudy(app);
    const kind = "left-work";
    const begun = { id: app.newId(), studyId, kind, accountId };
    const first = await app.store.tx((tx) => beginJob(tx, begun, app));
    expect(await listAbandonedJobs(app, [kind])).toEqual([]);
    const timekeeper = { ...app.timekeeper, steady: () => app.timekeeper.steady() + 61_000 };
    const later = { ...app, timekeeper };
    const [left] = await listAbandonedJobs(later, [kind]);
    if (left === undefined) throw new Error("nothing was left");
    const { id } = begun;
    expect(await claimAbandonedJob(later, left)).toEqual({ studyId, id, accountId, fence: first.fence + 1 });
    expect(await claimAbandonedJob(later, left)).toBeNull();
    expect(await listAbandonedJobs(later, [kind])).toEqual([]);
    await refused(
      app.store.tx((tx) => renewJob(tx, first, { done: 1, total: 2 }, app)),
      "busy",
    );
  });

  it("tell how work stands from its beginning to whatever end", async () => {
    const { studyId, operatorId: accountId } = await publishedStudy(app);
    const work = { kind: "told-work", busy: "It is at work." };
    const at = (steady: number) => ({ ...app, timekeeper: { ...app.timekeeper, steady: () => steady } });
    const read = (steady: number) => app.store.read((db) => readJob(db, studyId, work.kind, at(steady)));
    const begin = (steady = 1_000.6) =>
      app.store.tx((tx) =>
        beginJob(tx, { id: app.newId(), studyId, kind: work.kind, accountId }, at(steady)),
      );
    const lock = (steady: number) => app.store.tx((tx) => lockIdle(tx, studyId, work, at(steady)));
    const finish = (job: HeldJob) => app.store.tx((tx) => finishJob(tx, job, { rows: 3 }, app.now()));
    expect(await read(0)).toEqual({ state: "none" });
    expect(await lock(0)).toMatchObject({ id: studyId });

    const first = await begin();
    const none = { done: 0, total: 0 };
    expect([first.fence, await read(16_000.5)]).toEqual([1, { state: "running", ...none }]);
    expect((await refused(lock(16_000.5), "busy")).message).toBe(work.busy);
    expect(await read(16_001)).toEqual({ state: "stopped", ...none });
    await app.store.tx((tx) => renewJob(tx, first, { done: 1, total: 2 }, at(9_000)));
    expect(await read(20_000)).toEqual({ state: "running", done: 1, total: 2 });
    await finish(first);
    expect(await read(20_000)).toEqual({ state: "done", result: '{"rows":3}' });
    expect(await lock(20_000)).toMatchObject({ id: studyId });

    const second = await begin();
    expect(second.fence).toBe(2);
    const problems = [{ row: 1, message: "Not this." }];
    await failJob(app, second, new DomainError("bad-input", "Not so.", problems), "a test");
    expect(await read(1_001)).toEqual({ state: "failed", ...none, message: "Not so.", problems });
    await refused(finish(second), "busy");

    await failJob(app, await begin(), new Error("no row"), "a test");
    const unforeseen = { message: expect.stringMatching(/^Something went wrong on our side/), problems: [] };
    expect(await read(1_001)).toEqual({ state: "failed", ...none, ...unforeseen });

    const silent = await begin();
    const last = await begin(50_000);
    expect(await read(50_000)).toEqual({ state: "running", ...none });
    await refused(finish(silent), "busy");
    await app.store.tx((tx) => updateRunningJob(tx, last, { state: "cancelled", updatedAt: app.now() }));
    expect(await read(50_000)).toEqual({ state: "cancelled", ...none });
    const rows = await app.store.read((db) => db.q.select().from(db.t.job));
    const states = rows
      .filter(({ kind }) => kind === work.kind)
      .sort((one, other) => one.fence - other.fence);
    expect(states.map(({ state, createdBy }) => [state, createdBy])).toEqual(
      ["done", "failed", "failed", "cancelled", "cancelled"].map((state) => [state, accountId]),
    );
  });

  it("are kept while work goes on that notes nothing, and no longer", async () => {
    const { studyId, operatorId: accountId } = await publishedStudy(app);
    let steady = 1_000;
    const held = { ...app, timekeeper: { ...app.timekeeper, steady: () => steady } };
    const kind = "silent-work";
    const stateNow = async () => (await app.store.read((db) => readJob(db, studyId, kind, held))).state;
    const job = await app.store.tx((tx) => beginJob(tx, { id: app.newId(), studyId, kind, accountId }, held));
    fakeTimers("setInterval", "clearInterval");
    const { promise, resolve } = Promise.withResolvers<string>();
    const working = withLease(held, job, promise);
    const leaseUntil = async () => {
      const rows = await app.store.read((db) => db.q.select().from(db.t.job));
      return rows.find(({ id }) => id === job.id)?.leaseUntil;
    };
    expect(await leaseUntil()).toBe(16_000);
    steady += 4_000;
    vi.advanceTimersByTime(4_000);
    await until(async () => (await leaseUntil()) === 20_000);
    steady += 14_999;
    expect(await stateNow()).toBe("running");
    resolve("what it came to");
    expect(await working).toBe("what it came to");
    expect(vi.getTimerCount()).toBe(0);
    steady += 1;
    expect(await stateNow()).toBe("stopped");
  });

  it("of the learner are taken and given back under a clock that is being set", async () => {
    const { studyId } = await publishedStudy(app);
    const { round } = await openRound(app, { studyId });
    await closeRound(app, { studyId, round });
    await Promise.all([
      applyUpdates(app, studyId),
      applyUpdates({ ...app, now: () => app.now() + day / 48 }, studyId),
    ]);
    const { appliedSeq, fence } = await app.store.read(async (db) => {
      const rows = await db.q.select().from(db.t.study);
      return rows.find(({ id }) => id === studyId) ?? { appliedSeq: 0, fence: 0 };
    });
    expect(appliedSeq).toBeGreaterThan(0);
    expect(fence).toBeGreaterThan(0);
  });

  it("are measured by a time that all who open this database share", async () => {
    const first = await app.store.time();
    const clocks = { limitMs: 3_600_000, store: app.store, now: app.now, passed: () => 0 };
    const { steady } = await openTimekeeper(clocks);
    expect(steady()).toBeGreaterThanOrEqual(first);
    expect(await app.store.time()).toBeGreaterThanOrEqual(steady());
  });
});

describeEngines("a timekeeper", (openStore) => {
  it("knows what passes, how far the clock runs ahead of it, and asks the database now and then", async () => {
    const { store } = testApp(await openStore());
    let [now, passed, asked, isAway] = [1_000_000, 50, 0, false];
    const time = async () => {
      asked += 1;
      if (isAway) throw new Error("away");
      return 7_000 + passed;
    };
    fakeTimers("setInterval");
    const clocks = { limitMs: 60_000, store: { ...store, time }, now: () => now, passed: () => passed };
    const { limitMs, steady, aheadBy } = await openTimekeeper(clocks);
    expect([limitMs, steady(), aheadBy()]).toEqual([60_000, 7_050, 0]);
    passed += 30;
    now += 130;
    expect([steady(), aheadBy()]).toEqual([7_080, 100]);
    isAway = true;
    vi.advanceTimersByTime(9_999);
    expect(asked).toBe(1);
    vi.advanceTimersByTime(1);
    expect(asked).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect([asked, steady()]).toEqual([3, 7_080]);
  });
});

it("nothing is written by a clock that is off by more than the limit, either way", () => {
  const codeOf = (aheadBy: number, behind: number) => {
    const timekeeper = { ...testTimekeeper(testClock()), limitMs: 100, aheadBy: () => aheadBy };
    return clockTrouble({ now: () => 5_000, timekeeper }, { headAt: 5_000 + behind })?.code ?? null;
  };
  expect([codeOf(0, 0), codeOf(100, 100), codeOf(-900, -900)]).toEqual([null, null, null]);
  expect([codeOf(101, 0), codeOf(0, 101), codeOf(101, 101)]).toEqual([
    "clock-jumped",
    "clock-behind",
    "clock-jumped",
  ]);
});

it("a lease that lies further ahead than any could be was given before time began anew", () => {
  const held = (until: number | null) => isHeld(until, 1_000, 100);
  expect([null, 1_000, 1_001, 1_200, 1_201].map(held)).toEqual([false, false, true, true, false]);
});
