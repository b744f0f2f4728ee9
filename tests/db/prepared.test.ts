import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { prepared } from "#db/store/prepared.ts";
import type { Reader } from "#db/store/store.ts";
import { addAccount, testApp } from "#tests/setup/app.ts";
import { describeEngines } from "#tests/setup/engines.ts";

describeEngines("a prepared query", (openStore) => {
  const nameOf = prepared({ id: "text" }, ({ q, t }, { id }) =>
    q.select({ name: t.account.displayName }).from(t.account).where(eq(t.account.id, id)),
  );

  async function withTwo() {
    const app = testApp(await openStore());
    return { app, ids: [await addAccount(app, "ada"), await addAccount(app, "ben")] as const };
  }

  it("takes new arguments each time, also from several callers at once", async () => {
    const { app, ids } = await withTwo();
    const requested = Array.from({ length: 40 }, (_, index) => ids[index % 2] ?? "");
    const once = await Promise.all(
      requested.map((id) => app.store.read(async (db) => (await nameOf(db, { id }))[0]?.name)),
    );
    expect(once).toEqual(requested.map((id) => (id === ids[0] ? "ada" : "ben")));
  });

  it("sees its own transaction's writes", async () => {
    const { app, ids } = await withTwo();
    const [id] = ids;
    const seen: (string | undefined)[] = [];
    await app.store.tx(async (tx) => {
      await tx.q.update(tx.t.account).set({ displayName: "eve" }).where(eq(tx.t.account.id, id));
      seen.push((await nameOf(tx, { id }))[0]?.name);
    });
    const after = await app.store.read((db) => nameOf(db, { id }));
    expect([...seen, after[0]?.name]).toEqual(["eve", "eve"]);
  });

  it("uses the database of its body if a process has two", async () => {
    const [here, there] = [await withTwo(), testApp(await openStore())];
    const name = async (app: typeof there) =>
      (await app.store.read((db) => nameOf(db, { id: here.ids[0] })))[0];
    expect([await name(here.app), await name(there)]).toEqual([{ name: "ada" }, undefined]);
  });

  it("is refused after its body has ended, and without a body", async () => {
    const { app, ids } = await withTwo();
    let kept: Reader | undefined;
    await app.store.read(async (db) => {
      kept = db;
    });
    await expect(nameOf(kept as Reader, { id: ids[0] })).rejects.toMatchObject({
      cause: { code: "ended-transaction" },
    });
    const { q, t } = kept as Reader;
    expect(() => nameOf({ q, t }, { id: ids[0] })).toThrow("outside a body of a store");
  });
});
