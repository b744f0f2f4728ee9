import { expect, it, vi } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { StoreError } from "#db/store/store-error.ts";
import { budgets } from "#server/platform/limits/budgets.ts";
import { saveCounts, spend } from "#server/platform/limits/spend.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { captureLog } from "#tests/setup/application-log.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";
import { fakeTimers, until } from "#tests/setup/timers.ts";

const network = "192.0.2.1";

const logLines = captureLog();

describeEngines("a budget", (openStore, engine) => {
  const ada = { accountId: "ada", network };
  const call = async (app: TestApp, caller = ada, name: keyof typeof budgets = "work") =>
    spend(app, caller, name);

  async function spendAll(app: TestApp, name: keyof typeof budgets = "work") {
    for (let count = 0; count < budgets[name].calls; count += 1) await call(app, ada, name);
  }

  it("limits an account's calls in a minute, says how long to wait, and then starts again", async () => {
    const app = testApp(await openStore());
    await spendAll(app);
    const refusal = await refused(call(app), "too-many-calls");
    const wait = refusal.retryAfter ?? 0;
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(refusal.message).toContain("Nothing is lost: wait ");
    await refused(call(app, { ...ada, network: "192.0.2.2" }), "too-many-calls");
    await call(app, { ...ada, accountId: "ben" });
    await call(app, ada, "read");
    app.clock.advance(wait * 1_000);
    await call(app);
  });

  it("words the time to wait", async () => {
    const app = testApp(await openStore());
    const day = 24 * 60 * 60_000;
    let left = 12 * 60 * 60_000;
    const timed: TestApp = { ...app, now: () => day - left };
    for (let count = 0; count < budgets.upload.calls; count += 1) {
      // The network's own budget is one of a minute.
      await call(timed, ada, "upload");
    }
    const words = async (milliseconds: number) => {
      left = milliseconds;
      const { retryAfter, message } = await refused(call(timed, ada, "upload"), "too-many-calls");
      return [retryAfter, /wait (.*), then/.exec(message)?.[1]];
    };
    expect(await words(3 * 3_600_000)).toEqual([10_800, "3 hours"]);
    expect(await words(7_201_000)).toEqual([7_201, "3 hours"]);
    expect(await words(7_200_000)).toEqual([7_200, "120 minutes"]);
    expect(await words(180_000)).toEqual([180, "3 minutes"]);
    expect(await words(121_000)).toEqual([121, "3 minutes"]);
    expect(await words(120_000)).toEqual([120, "120 seconds"]);
    expect(await words(1_001)).toEqual([2, "2 seconds"]);
    expect(await words(1)).toEqual([1, "1 second"]);
  });

  it("without an account is that of the network", async () => {
    const app = testApp(await openStore());
    const visitor = { accountId: null, network };
    for (let count = 0; count < budgets.link.calls; count += 1) await call(app, visitor as never, "link");
    await refused(call(app, visitor as never, "link"), "too-many-calls");
    await call(app, { accountId: null, network: "192.0.2.2" } as never, "link");
  });

  it("is shared by all servers of one database, a second later", async () => {
    const place = await engine.newPlace();
    const [one, two] = [testApp(await connectStore(place)), testApp(await connectStore(place))];
    for (let count = 0; count < budgets.work.calls / 2; count += 1) {
      await call(one);
      await call(two);
    }
    await call(two);
    await saveCounts(one);
    await saveCounts(two);
    await refused(call(two), "too-many-calls");
    await saveCounts(one);
    await call(one);
    await saveCounts(one);
    await refused(call(one), "too-many-calls");
    await Promise.all([one.close(), two.close()]);
  });

  it("is written once, however many calls there were", async () => {
    const app = testApp(await openStore());
    fakeTimers("setTimeout", "clearTimeout");
    let transactions = 0;
    const tx: TestApp["store"]["tx"] = (body) => {
      transactions += 1;
      return app.store.tx(body);
    };
    const counted = { ...app, store: { ...app.store, tx } };
    await spendAll(counted);
    await saveCounts(counted);
    await saveCounts(counted);
    expect(transactions).toBe(1);
    await call(counted, ada, "read");
    vi.advanceTimersByTime(999);
    expect(transactions).toBe(1);
    vi.advanceTimersByTime(1);
    expect(transactions, "a second later at the latest").toBe(2);
    await saveCounts(counted);
  });

  /** Returns an app whose database answers only after `release`. */
  function slow(app: TestApp) {
    const gate = Promise.withResolvers<void>();
    const tx: TestApp["store"]["tx"] = async (body) => {
      const answer = await app.store.tx(body);
      writes += 1;
      await gate.promise;
      return answer;
    };
    let writes = 0;
    return {
      app: { ...app, store: { ...app.store, tx } },
      release: () => gate.resolve(),
      writes: () => writes,
    };
  }

  it("limits calls while the database is slow, and writes their counts afterwards", async () => {
    const { app, release, writes } = slow(testApp(await openStore()));
    fakeTimers("setTimeout", "clearTimeout");
    let admitted = 0;
    const half = async () => {
      for (let count = 0; count < budgets.work.calls / 2; count += 1) {
        await call(app).then(
          () => (admitted += 1),
          () => undefined,
        );
      }
    };
    await half();
    const saving = [saveCounts(app)];
    await half();
    saving.push(saveCounts(app));
    await half();
    expect(admitted).toBe(budgets.work.calls);
    release();
    await Promise.all(saving);
    await refused(call(app), "too-many-calls");
    expect(writes()).toBe(1);
    vi.advanceTimersByTime(1_000);
    await until(() => writes() === 2);
    await refused(call(app), "too-many-calls");
  });

  it("takes nothing from the network's budget once it is used up", async () => {
    const app = testApp(await openStore());
    await spendAll(app);
    for (let count = 0; count < 10; count += 1) await refused(call(app), "too-many-calls");
    await saveCounts(app);
    const rows = await app.store.read((db) => db.q.select().from(db.t.callCount));
    expect(rows.map(({ budget, count }) => [budget, count]).sort()).toEqual([
      ["network", budgets.work.calls],
      ["work", budgets.work.calls],
    ]);
    app.clock.advance(60_000);
    await call(app, ada, "read");
    await saveCounts(app);
    const later = await app.store.read((db) => db.q.select().from(db.t.callCount));
    expect(later.map(({ budget, subject, count }) => [budget, subject, count]).sort()).toEqual([
      ["network", `network ${network}`, 1],
      ["read", "account ada", 1],
    ]);
  });

  it("is kept while the database refuses writes, and written later", async () => {
    const app = testApp(await openStore());
    const closed = testApp(await openStore());
    await spendAll(closed);
    await closed.close();
    logLines.length = 0;
    await saveCounts(closed);
    await refused(call(closed), "too-many-calls");
    await call(app);
    expect(logLines, "a stopping server does not count").toEqual([]);
    let code: "busy" | "closed" = "busy";
    const failing = testApp({ ...app.store, tx: () => Promise.reject(new StoreError(code, "no")) });
    fakeTimers("setTimeout", "clearTimeout");
    await spendAll(failing);
    await saveCounts(failing);
    await refused(call(failing), "too-many-calls");
    const notCounted = () =>
      logLines.filter((line) => JSON.parse(line).msg === "calls could not be counted").length;
    expect([notCounted(), vi.getTimerCount()]).toEqual([1, 1]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([notCounted(), vi.getTimerCount()]).toEqual([2, 1]);
    code = "closed";
    await vi.advanceTimersByTimeAsync(1_000);
    expect([notCounted(), vi.getTimerCount()], "nor does it retry").toEqual([2, 0]);
  });
});
