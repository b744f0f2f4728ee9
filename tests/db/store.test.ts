import { AsyncLocalStorage } from "node:async_hooks";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Store, Tx } from "#db/store/store.ts";
import { describeEngines } from "../setup/engines.ts";
import { countAccounts, insertAccountRow, nextId } from "./accounts.ts";

describeEngines("store", async (openStore) => {
  const store = await openStore();
  const exists = (id: string) =>
    store.read((reader) => countAccounts(reader, id)).then((count) => count === 1);

  describe("a transaction", () => {
    it("keeps all changes of its body, and returns its result", async () => {
      const [a, b] = [nextId(), nextId()];
      const given = await store.tx(async (tx) => {
        await insertAccountRow(tx, a);
        await insertAccountRow(tx, b);
        return "value";
      });
      expect(given).toBe("value");
      expect([await exists(a), await exists(b)]).toEqual([true, true]);
    });

    it("rolls back when the body throws, and throws the same error", async () => {
      const id = nextId();
      const reason = new Error("the body's own");
      const failing = store.tx(async (tx) => {
        await insertAccountRow(tx, id);
        throw reason;
      });
      await expect(failing).rejects.toBe(reason);
      expect(await exists(id)).toBe(false);
    });

    it("sees its own writes", async () => {
      const id = nextId();
      const count = await store.tx(async (tx) => {
        await insertAccountRow(tx, id);
        return countAccounts(tx, id);
      });
      expect(count).toBe(1);
    });

    it("runs statements one after another that its body starts together", async () => {
      const ids = Array.from({ length: 5 }, nextId);
      await store.tx(async (tx) => {
        await Promise.all(ids.map((id) => insertAccountRow(tx, id)));
      });
      expect(await Promise.all(ids.map(exists))).toEqual([true, true, true, true, true]);
    });

    it("fails alone among many", async () => {
      const ids = Array.from({ length: 30 }, nextId);
      const results = await Promise.allSettled(
        ids.map((id, index) =>
          store.tx(async (tx) => {
            await insertAccountRow(tx, id);
            if (index === 13) throw new Error("unlucky");
            return index;
          }),
        ),
      );
      expect(results.map((result) => result.status === "fulfilled")).toEqual(
        ids.map((_, index) => index !== 13),
      );
      expect(await Promise.all(ids.map(exists))).toEqual(ids.map((_, index) => index !== 13));
    });

    it("fails with its first failed statement, even if the body catches the error", async () => {
      const [id, other] = [nextId(), nextId()];
      const failing = store.tx(async (tx) => {
        await insertAccountRow(tx, id);
        await insertAccountRow(tx, id, "another@example.org").catch(() => "caught");
        await insertAccountRow(tx, other).catch(() => "caught");
      });
      await expect(failing).rejects.toMatchObject({
        name: "StoreError",
        code: "constraint",
        constraint: "account_pk",
      });
      expect([await exists(id), await exists(other)]).toEqual([false, false]);
    });

    it("passes on the error that a body makes of a failed statement", async () => {
      const id = nextId();
      const refusal = new Error("there is one already");
      const failing = store.tx(async (tx) => {
        await insertAccountRow(tx, id);
        await insertAccountRow(tx, id).catch(() => {
          throw refusal;
        });
      });
      await expect(failing).rejects.toBe(refusal);
      expect(await exists(id)).toBe(false);
    });

    it("repeats no value of a failed statement in its error", async () => {
      const id = nextId();
      await store.tx((tx) => insertAccountRow(tx, id, "secret@example.org"));
      const failing = store.tx((tx) => insertAccountRow(tx, nextId(), "secret@example.org"));
      const error = await failing.then(
        () => undefined,
        (reason: Error) => reason,
      );
      const everything = [error, error?.cause].flatMap((one) =>
        Object.values(Object.getOwnPropertyDescriptors(one)),
      );
      expect(everything.map(({ value }) => String(value)).join()).not.toContain("secret@");
      expect(error).toMatchObject({ constraint: "account_email" });
    });

    it("runs its body in the async context of its caller", async () => {
      const request = new AsyncLocalStorage<string>();
      const seen = await Promise.all(
        ["a", "b", "c"].map((name) => request.run(name, () => store.tx(async () => request.getStore()))),
      );
      expect(seen).toEqual(["a", "b", "c"]);
    });
  });

  describe("a nested call", () => {
    const inner: [string, (outer: Store) => Promise<unknown>][] = [
      ["tx", (outer) => outer.tx(async () => 1)],
      ["read", (outer) => outer.read(async () => 1)],
      ["close", (outer) => outer.close()],
    ];
    it.each(inner)("of %s is refused at once", async (_, call) => {
      await expect(store.tx(() => call(store))).rejects.toMatchObject({ code: "nested-transaction" });
      await expect(store.read(() => call(store))).rejects.toMatchObject({ code: "nested-transaction" });
    });

    it("is allowed once the outer body has ended", async () => {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let later: Promise<number> | undefined;
      await store.tx(async () => {
        later = ended.then(() => store.tx(async () => 5));
      });
      end();
      expect(await later).toBe(5);
    });
  });

  describe("a Tx that outlives its body", () => {
    it("refuses queries instead of running them in another transaction", async () => {
      const id = nextId();
      let kept: Tx | undefined;
      await store.tx(async (tx) => {
        kept = tx;
      });
      const late = async () => kept && (await insertAccountRow(kept, id));
      await expect(late()).rejects.toMatchObject({ cause: { code: "ended-transaction" } });
      expect(await exists(id)).toBe(false);
    });
  });

  describe("close", () => {
    it("lets running transactions end, refuses new ones, and may be called twice", async () => {
      const closing = await openStore();
      const id = nextId();
      const begun = closing.tx(async (tx) => {
        await insertAccountRow(tx, id);
        return tx.q.select({ id: tx.t.account.id }).from(tx.t.account).where(eq(tx.t.account.id, id));
      });
      const closed = closing.close();
      await expect(closing.tx(async () => 1)).rejects.toMatchObject({ code: "closed" });
      await expect(closing.read(async () => 1)).rejects.toMatchObject({ code: "closed" });
      expect(await begun).toEqual([{ id }]);
      await Promise.all([closed, closing.close()]);
    });
  });
});
