import { eq } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStore } from "#db/open-store.ts";
import type { Store, Tx } from "#db/store/store.ts";
import { describePostgres } from "../setup/engines.ts";
import { countAccounts, insertAccountRow, nextId } from "./accounts.ts";

describePostgres("errors of a database server", (_, engine) => {
  let store: Store;
  let administrator: pg.Client;
  let databaseUrl: string;
  beforeAll(async () => {
    ({ databaseUrl = "" } = await engine.newPlace());
    store = await connectStore({ dataFolder: "", databaseUrl });
    administrator = new pg.Client({ connectionString: databaseUrl });
    await administrator.connect();
  });
  afterAll(async () => {
    await administrator.end();
    await store.close();
  });
  const cutConnections = () =>
    administrator.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'evenhand'",
    );
  const rename = (tx: Tx, id: string, displayName: string) =>
    tx.q.update(tx.t.account).set({ displayName }).where(eq(tx.t.account.id, id));

  it("two bodies that lock in opposite orders both succeed, the loser in a later run", async () => {
    const [a, b] = [nextId(), nextId()];
    await store.tx(async (tx) => {
      await insertAccountRow(tx, a);
      await insertAccountRow(tx, b);
    });
    const { promise: bothHold, resolve } = Promise.withResolvers<void>();
    let [runs, holding] = [0, 0];
    const lockBoth = (first: string, second: string) =>
      store.tx(async (tx) => {
        runs += 1;
        await rename(tx, first, `by ${first}`);
        holding += 1;
        if (holding === 2) resolve();
        await bothHold;
        await rename(tx, second, `by ${first}`);
      });
    await Promise.all([lockBoth(a, b), lockBoth(b, a)]);
    // The loser may meet the winner once more.
    expect(runs).toBeGreaterThan(2);
  });

  it("a connection cut during a body ends in a refusal, and the next body works", async () => {
    const id = nextId();
    const cut = store.tx(async (tx) => {
      await insertAccountRow(tx, id);
      await cutConnections();
      await countAccounts(tx, id);
    });
    await expect(cut).rejects.toMatchObject({ code: "unavailable" });
    expect(await store.read((reader) => countAccounts(reader, id))).toBe(0);
  });

  it("idle connections that were cut are replaced silently", async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.read(async () => 1)));
    await cutConnections();
    // Immediately: most of them are not known to be closed yet.
    expect(await Promise.all(Array.from({ length: 20 }, () => store.read(async () => 2)))).toEqual(
      Array(20).fill(2),
    );
  });

  it("callers wait if there are more of them than connections", async () => {
    const ids = Array.from({ length: 40 }, nextId);
    await Promise.all(ids.map((id) => store.tx((tx) => insertAccountRow(tx, id))));
    const counts = await Promise.all(ids.map((id) => store.read((reader) => countAccounts(reader, id))));
    expect(counts).toEqual(ids.map(() => 1));
  });
});
