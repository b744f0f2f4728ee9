import { beforeAll, expect, it } from "vitest";
import {
  beginJob,
  listLeftJobs,
  lockIdle,
  readJob,
  renewJob,
  takeOver,
} from "#server/services/app/long-job.ts";
import { isHeld, openTimekeeper } from "#server/services/app/timekeeper.ts";
import { applyUpdates } from "#server/services/learner/apply-updates.ts";
import { closeRound } from "#server/services/rounds/close-round.ts";
import { openRound } from "#server/services/rounds/open-round.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";

const day = 24 * 60 * 60_000;

describeEngines("leases", (openStore) => {
  let app: TestApp;
  beforeAll(async () => {
    const plain = testApp(await openStore());
    const { store, now } = plain;
    const clocks = { limitMs: 3_600_000, store, now, passed: () => performance.now() };
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
    expect(await listLeftJobs(app, [kind])).toEqual([]);
    const timekeeper = { ...app.timekeeper, steady: () => app.timekeeper.steady() + 61_000 };
    const later = { ...app, timekeeper };
    const [left] = await listLeftJobs(later, [kind]);
    if (left === undefined) throw new Error("nothing was left");
    const { id } = begun;
    expect(await takeOver(later, left)).toEqual({ studyId, id, accountId, fence: first.fence + 1 });
    expect(await takeOver(later, left)).toBeNull();
    expect(await listLeftJobs(later, [kind])).toEqual([]);
    await refused(
      app.store.tx((tx) => renewJob(tx, first, { done: 1, total: 2 }, app)),
      "busy",
    );
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
    const [first, second] = [await app.store.time(), await app.store.time()];
    expect(second).toBeGreaterThanOrEqual(first);
    expect(Math.abs(second - app.timekeeper.steady())).toBeLessThan(5_000);
  });
});

it("a lease that lies further ahead than any could be was given before time began anew", () => {
  const held = (until: number | null) => isHeld(until, 1_000, 100);
  expect([null, 1_000, 1_001, 1_200, 1_201].map(held)).toEqual([false, false, true, true, false]);
});
