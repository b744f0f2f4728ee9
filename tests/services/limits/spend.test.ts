import { expect, it, vi } from "vitest";
import { connectStore } from "#db/open-store.ts";
import { budgets } from "#server/services/limits/budgets.ts";
import { spend, tellCounts } from "#server/services/limits/spend.ts";
import { type TestApp, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { refused } from "#tests/setup/refusal.ts";

const network = "192.0.2.1";

describeEngines("a budget", (openStore, engine) => {
  const ada = { accountId: "ada", network };
  const call = async (app: TestApp, caller = ada, name: keyof typeof budgets = "work") =>
    spend(app, caller, name);

  async function spendAll(app: TestApp, name: keyof typeof budgets = "work") {
    for (let count = 0; count < budgets[name].calls; count += 1) await call(app, ada, name);
  }

  it("lets so many calls of an account through in a minute, says how long to wait, and then begins anew", async () => {
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

  it("of nobody in particular is that of the network", async () => {
    const app = testApp(await openStore());
    const stranger = { accountId: null, network };
    for (let count = 0; count < budgets.link.calls; count += 1) await call(app, stranger as never, "link");
    await refused(call(app, stranger as never, "link"), "too-many-calls");
    await call(app, { accountId: null, network: "192.0.2.2" } as never, "link");
  });

  it.skipIf(engine.newPlace === undefined)(
    "is shared by all servers of one database, a second later",
    async () => {
      const place = await engine.newPlace?.();
      if (place === undefined) throw new Error("no place");
      const [one, two] = [testApp(await connectStore(place)), testApp(await connectStore(place))];
      for (let count = 0; count < budgets.work.calls / 2; count += 1) {
        await call(one);
        await call(two);
      }
      await call(two);
      await tellCounts(one);
      await tellCounts(two);
      await refused(call(two), "too-many-calls");
      await tellCounts(one);
      await call(one);
      await tellCounts(one);
      await refused(call(one), "too-many-calls");
      await Promise.all([one.close(), two.close()]);
    },
  );

  it("is written once, however many calls there were", async () => {
    const app = testApp(await openStore());
    let transactions = 0;
    const tx: TestApp["store"]["tx"] = (body) => {
      transactions += 1;
      return app.store.tx(body);
    };
    const counted = { ...app, store: { ...app.store, tx } };
    await spendAll(counted);
    await tellCounts(counted);
    await tellCounts(counted);
    expect(transactions).toBe(1);
  });

  /** The database answers only once it is `let go`. */
  function slow(app: TestApp) {
    const gate = Promise.withResolvers<void>();
    const tx: TestApp["store"]["tx"] = async (body) => {
      const answer = await app.store.tx(body);
      told += 1;
      await gate.promise;
      return answer;
    };
    let told = 0;
    return {
      app: { ...app, store: { ...app.store, tx } },
      letGo: () => gate.resolve(),
      told: () => told,
    };
  }

  it("holds while the database is slow, and what was counted meanwhile is told afterwards", async () => {
    const { app, letGo, told } = slow(testApp(await openStore()));
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
    const tells = [tellCounts(app)];
    await half();
    tells.push(tellCounts(app));
    await half();
    expect(admitted).toBe(budgets.work.calls);
    letGo();
    await Promise.all(tells);
    await refused(call(app), "too-many-calls");
    expect(told()).toBe(1);
    await vi.waitFor(() => expect(told()).toBe(2), { timeout: 5_000 });
    await refused(call(app), "too-many-calls");
  });

  it("that is used up takes nothing from the network's", async () => {
    const app = testApp(await openStore());
    await spendAll(app);
    for (let count = 0; count < 10; count += 1) await refused(call(app), "too-many-calls");
    await tellCounts(app);
    const rows = await app.store.read((db) => db.q.select().from(db.t.callCount));
    expect(rows.map(({ budget, count }) => [budget, count]).sort()).toEqual([
      ["network", budgets.work.calls],
      ["work", budgets.work.calls],
    ]);
  });

  it("is kept while the database takes nothing, and told later", async () => {
    const app = testApp(await openStore());
    const closed = testApp(await openStore());
    await spendAll(closed);
    await closed.close();
    await tellCounts(closed);
    await refused(call(closed), "too-many-calls");
    await call(app);
  });
});
