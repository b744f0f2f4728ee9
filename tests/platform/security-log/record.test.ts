import { expect, it } from "vitest";
import { listSecurityLines } from "#db/queries/security.ts";
import { checkSecurityChain } from "#server/audit-log/security/check.ts";
import { readSecurityLine } from "#server/audit-log/security/entry.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";
import { fromNetwork } from "#tests/setup/from-network.ts";

const suspended = { kind: "account.suspended", actorId: "a", accountId: "b" } as const;

describeEngines("the security log", (openStore) => {
  async function open() {
    const app = testApp(await openStore());
    const lines = async () =>
      (await app.store.read((db) => listSecurityLines(db, { after: 0, limit: 1_000 }))).map(
        ({ entry }) => entry,
      );
    return { app, lines };
  }

  it("is one chain, however many processes write simultaneously", async () => {
    const { app, lines } = await open();
    const write = () => app.store.tx((tx) => recordSecurity(app, tx, suspended));
    const heads = await Promise.all(Array.from({ length: 30 }, write));
    expect(heads.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    const report = await checkSecurityChain(await lines());
    expect(report).toEqual({ head: heads.find(({ seq }) => seq === 30), flaw: null });
  });

  it("has no event of an act that was rolled back, and no gap after it", async () => {
    const { app, lines } = await open();
    const failing = app.store.tx(async (tx) => {
      await recordSecurity(app, tx, suspended);
      throw new Error("the act failed");
    });
    await expect(failing).rejects.toThrow("the act failed");
    expect(await lines()).toEqual([]);
    expect(await app.store.tx((tx) => recordSecurity(app, tx, suspended))).toMatchObject({ seq: 1 });
  });

  it("names the network of the request that is being answered, unless the event names none", async () => {
    const { app, lines } = await open();
    const record = (rest: { network?: null } = {}) =>
      app.store.tx((tx) => recordSecurity(app, tx, { ...suspended, ...rest }));
    await record();
    await fromNetwork("192.0.2.4", () => record());
    await fromNetwork("192.0.2.4", () => record({ network: null }));
    expect((await lines()).map((line) => readSecurityLine(line).network)).toEqual([null, "192.0.2.4", null]);
  });

  it("continues after a clock was set back", async () => {
    const { app, lines } = await open();
    const first = await app.store.tx((tx) => recordSecurity(app, tx, suspended));
    const late = { now: () => first.at - 1_000 };
    const second = await app.store.tx((tx) => recordSecurity(late, tx, suspended));
    expect(second).toMatchObject({ seq: 2, at: first.at });
    expect((await checkSecurityChain(await lines())).flaw).toBeNull();
  });
});
