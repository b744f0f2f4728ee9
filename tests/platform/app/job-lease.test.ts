import { expect, it, onTestFinished, vi } from "vitest";
import { updateAccount } from "#db/queries/accounts.ts";
import { DomainError } from "#server/errors.ts";
import { inLanguage } from "#server/locale.ts";
import {
  cancelJob,
  finishJob,
  type HeldJob,
  listDueJobs,
  lockIdle,
  type RecordedJob,
  readJob,
  renewJob,
  requestJob,
  runRecordedJob,
} from "#server/platform/app/job-lease.ts";
import { takenOver } from "#server/platform/app/time-limit.ts";
import { recentErrors } from "#server/platform/process/recent-errors.ts";
import { testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { publishedStudy } from "#tests/setup/study.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

const day = 24 * 60 * 60_000;
const kind = "simulation";
const busy = { kind, busy: () => "It is running." } as const;

captureLog();

describeEngines("a recorded job", async (openStore) => {
  const base = testApp(await openStore());

  /** Requests a job that runs until the test ends it; time passes only when the test says so. */
  async function requested(rest: Partial<RecordedJob> = {}) {
    const { studyId, operatorId: accountId } = await publishedStudy(base);
    const time = { steady: 1_000.6 };
    const app = { ...base, timekeeper: { ...base.timekeeper, steady: () => time.steady } };
    const key = { studyId, id: app.newId() };
    const request = (again = key) =>
      app.store.tx((tx) => requestJob(tx, { ...again, kind, accountId, params: { file: 1 } }, app));
    await request();
    const begun = Promise.withResolvers<{ held: HeldJob; signal: AbortSignal }>();
    const end = Promise.withResolvers<void>();
    onTestFinished(() => end.resolve());
    const job: RecordedJob = {
      ...{ kind, limitMs: 600_000, isRestartable: true },
      run: async (_, held, signal) => {
        begun.resolve({ held, signal });
        await end.promise;
        await app.store.tx((tx) => finishJob(tx, held, { rows: 3 }, app.now()));
      },
      ...rest,
    };
    const read = () => app.store.read((db) => readJob(db, studyId, kind, app));
    const due = async () => (await listDueJobs(app, [job])).filter((found) => found.studyId === studyId);
    const run = () => runRecordedJob(app, job, key);
    return { app, time, key, accountId, request, job, begun: begun.promise, end, read, due, run };
  }
  const none = { done: 0, total: 0 };

  it("waits, runs once under a lease, records its progress and ends", async () => {
    const { app, time, key, accountId, begun, end, read, due, run } = await requested();
    const lock = () => app.store.tx((tx) => lockIdle(tx, key.studyId, busy, app));
    expect(await read()).toEqual({ state: "running", ...none });
    expect(await due()).toEqual([{ kind, ...key, inMs: 0 }]);
    expect((await refused(lock(), "busy")).message).toBe(busy.busy());
    const running = [run(), run()];
    const { held } = await begun;
    expect(held).toMatchObject({ ...key, fence: 2, accountId, params: '{"file":1}', isRestarted: false });
    expect(await due()).toEqual([]);
    await app.store.tx((tx) => renewJob(tx, held, { done: 1, total: 2 }, app));
    app.clock.advance(day);
    time.steady += 14_999;
    expect(await read()).toEqual({ state: "running", done: 1, total: 2 });
    await refused(lock(), "busy");
    end.resolve();
    await Promise.all(running);
    expect(await read()).toEqual({ state: "done", result: '{"rows":3}' });
    expect(await lock()).toMatchObject({ id: key.studyId });
    expect(await due()).toEqual([]);
  });

  it("is restarted once after its process died, and the earlier process cannot write any more", async () => {
    const { app, time, key, job, begun, end, read, due, run } = await requested();
    fakeTimers("setInterval", "clearInterval");
    const first = run();
    const { held } = await begun;
    time.steady += 15_001;
    expect(await read()).toEqual({ state: "stopped", ...none });
    expect(await due()).toEqual([{ kind, ...key, inMs: 0 }]);
    const restarted: HeldJob[] = [];
    const again = () =>
      runRecordedJob(app, { ...job, run: async (_, next) => void restarted.push(next) }, key);
    await Promise.all([again(), again()]);
    expect(restarted).toMatchObject([{ fence: 3, isRestarted: true }]);
    await refused(
      app.store.tx((tx) => renewJob(tx, held, { done: 1, total: 2 }, app)),
      "busy",
    );
    end.resolve();
    await first;
    expect(await read()).toEqual({ state: "running", ...none });
  });

  it("is not restarted if its kind is not restartable", async () => {
    const { time, begun, due, run } = await requested({ isRestartable: false });
    fakeTimers("setInterval", "clearInterval");
    void run();
    await begun;
    time.steady += 15_001;
    expect(await due()).toEqual([]);
  });

  it("waits for the delay of its kind", async () => {
    const { app, due } = await requested({ delayMs: 600_000 });
    expect((await due())[0]?.inMs).toBeGreaterThan(590_000);
    app.clock.advance(600_000);
    expect((await due())[0]?.inMs).toBe(0);
  });

  it("keeps its lease while it records nothing, and no longer", async () => {
    const { time, key, begun, end, read, run } = await requested();
    fakeTimers("setInterval", "clearInterval");
    const running = run();
    await begun;
    const leaseUntil = async () =>
      (await base.store.read((db) => db.q.select().from(db.t.job))).find((row) => row.id === key.id)
        ?.leaseUntil;
    const before = Number(await leaseUntil());
    time.steady += 4_000;
    vi.advanceTimersByTime(2_000);
    await until(async () => Number(await leaseUntil()) === before + 4_000);
    end.resolve();
    await running;
    expect(vi.getTimerCount()).toBe(0);
    expect((await read()).state).toBe("done");
  });

  it("gives the reason of its failure in the language of the account that requested it", async () => {
    const { app, accountId, read, run } = await requested({ run: async () => Promise.reject(takenOver()) });
    await app.store.tx((tx) => updateAccount(tx, accountId, { language: "de" }));
    await run();
    const message = inLanguage("de", () => takenOver().message);
    expect(await read()).toMatchObject({ state: "failed", message });
    expect(message).not.toBe(takenOver().message);
  });

  it("that hangs is stopped at the time limit: its signal is aborted, and it can write nothing more", async () => {
    const { time, begun, end, read, run } = await requested({ advice: "simulation" });
    fakeTimers("setInterval", "clearInterval");
    const running = run();
    const { signal } = await begun;
    time.steady += 600_000;
    vi.advanceTimersByTime(2_000);
    expect(signal.aborted).toBe(false);
    time.steady += 1;
    vi.advanceTimersByTime(2_000);
    await running;
    expect(signal.aborted).toBe(true);
    const message =
      "This took longer than 10 minutes and was stopped. Use fewer rounds, runs, settings or rules.";
    expect(await read()).toEqual({ state: "failed", ...none, message, problems: [] });
    expect(recentErrors()[0]?.what).toBe(`a job was given up because it took too long: ${kind}`);
    end.resolve();
    await expect.poll(async () => (await read()).state).toBe("failed");
  });

  it("is cancelled while it waits and while it runs, also by a later request", async () => {
    const waiting = await requested();
    await cancelJob(waiting.app, waiting.key.studyId, kind);
    await waiting.run();
    expect(await waiting.read()).toEqual({ state: "cancelled", ...none });

    const { app, key, begun, read, request, run } = await requested();
    const running = run();
    const { signal } = await begun;
    await cancelJob(app, key.studyId, kind);
    expect(signal.aborted).toBe(true);
    await running;
    expect(await read()).toEqual({ state: "cancelled", ...none });

    const next = { ...key, id: app.newId() };
    await request(next);
    await request({ ...key, id: app.newId() });
    const rows = await app.store.read((db) => db.q.select().from(db.t.job));
    expect(rows.find(({ id }) => id === next.id)?.state).toBe("cancelled");
  });

  it("that another process cancelled stops at the next renewal of its lease", async () => {
    const { app, key, begun, run } = await requested();
    fakeTimers("setInterval", "clearInterval");
    const running = run();
    const { held, signal } = await begun;
    await app.store.tx((tx) => finishJob(tx, held, {}, app.now()));
    vi.advanceTimersByTime(2_000);
    await running;
    expect(signal.aborted).toBe(true);
    expect(key.id).toBe(held.id);
  });

  it("that fails gives the reason or an incident", async () => {
    const problems = [{ row: 1, message: "Not this." }];
    const refusal = new DomainError("bad-input", "Not so.", problems);
    const refusing = await requested({ run: () => Promise.reject(refusal) });
    await refusing.run();
    expect(await refusing.read()).toEqual({ state: "failed", ...none, message: "Not so.", problems });
    const broken = await requested({ run: () => Promise.reject(new Error("no row")) });
    await broken.run();
    const unforeseen = { message: expect.stringMatching(/^Something went wrong on our side/), problems: [] };
    expect(await broken.read()).toEqual({ state: "failed", ...none, ...unforeseen });
  });
});
