import { expect, it, vi } from "vitest";
import { clockTrouble } from "#server/platform/app/clock-trouble.ts";
import { isHeld, openTimekeeper } from "#server/platform/app/timekeeper.ts";
import { closeRound } from "#server/rounds/close-round.ts";
import { openRound } from "#server/rounds/open-round.ts";
import { applyUpdates } from "#server/studies/learner/apply-updates.ts";
import { testApp, testClock, testTimekeeper } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { fakeTimers } from "#tests/setup/timers.ts";

const day = 24 * 60 * 60_000;

captureLog();

describeEngines("leases", async (openStore) => {
  const plain = testApp(await openStore());
  const { store, now } = plain;
  // Time passes only when a test says so: on a busy machine a lease could expire during a test.
  const begun = await store.time();
  const clocks = { limitMs: 3_600_000, store: { ...store, time: async () => begun }, now, passed: () => 0 };
  const app = { ...plain, timekeeper: await openTimekeeper(clocks) };

  it("of the learner are taken and released while the clock is being set", async () => {
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

  it("are measured by a time that all processes of one database share", async () => {
    const first = await app.store.time();
    const clocks = { limitMs: 3_600_000, store: app.store, now: app.now, passed: () => 0 };
    const { steady } = await openTimekeeper(clocks);
    expect(steady()).toBeGreaterThanOrEqual(first);
    expect(await app.store.time()).toBeGreaterThanOrEqual(steady());
  });
});

describeEngines("a timekeeper", (openStore) => {
  it("knows the elapsed time and the clock's lead over it, and reads the database's time regularly", async () => {
    const { store } = testApp(await openStore());
    let [now, passed, readings, isAway] = [1_000_000, 50, 0, false];
    const time = async () => {
      readings += 1;
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
    expect(readings).toBe(1);
    vi.advanceTimersByTime(1);
    expect(readings).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect([readings, steady()]).toEqual([3, 7_080]);
  });
});

it("refuses writes while the clock is off by more than the limit, either way", () => {
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

it("a lease that ends later than any lease can is not held, since the time base was reset", () => {
  const held = (until: number | null) => isHeld(until, 1_000, 100);
  expect([null, 1_000, 1_001, 1_200, 1_201].map(held)).toEqual([false, false, true, true, false]);
});
