import { AsyncLocalStorage } from "node:async_hooks";
import { describe, expect, it } from "vitest";
import type { Reader, Tx } from "#db/store/store.ts";
import { describeEngines } from "../setup/engines.ts";
import { countAccounts, insertAccountRow, nextId } from "./accounts.ts";

describeEngines("reads", async (openStore) => {
  const store = await openStore();
  const exists = (id: string) =>
    store.read((reader) => countAccounts(reader, id)).then((count) => count === 1);

  describe("a read during other transactions", () => {
    it("stays on the snapshot of its first query", async () => {
      const [before, during] = [nextId(), nextId()];
      await store.tx((tx) => insertAccountRow(tx, before));
      const counts = await store.read(async (reader) => {
        const first = await countAccounts(reader, during);
        await outside(() => store.tx((tx) => insertAccountRow(tx, during)));
        return [await countAccounts(reader, before), first, await countAccounts(reader, during)];
      });
      expect(counts).toEqual([1, 0, 0]);
      expect(await exists(during)).toBe(true);
    });

    it("sees everything acknowledged before it, also during an older read", async () => {
      const id = nextId();
      const seen = await store.read(async (older) => {
        await countAccounts(older, id);
        await outside(() => store.tx((tx) => insertAccountRow(tx, id)));
        return outside(() => exists(id));
      });
      expect(seen).toBe(true);
    });
  });

  describe("a read", () => {
    it("lets other ready work run first, so that many pages in a row do not block it", async () => {
      let turns = 0;
      const count = () => {
        turns += 1;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      for (let page = 0; page < 20; page += 1) await exists("unknown");
      clearImmediate(next);
      expect(turns).toBeGreaterThanOrEqual(20);
    });

    it("cannot write, even past its type", async () => {
      const id = nextId();
      const sneaking = store.read((reader) => insertAccountRow(reader as unknown as Tx, id));
      await expect(sneaking).rejects.toMatchObject({ code: "read-only" });
    });

    it("does not accept a Reader as a Tx", () => {
      const wrong = (reader: Reader) =>
        // @ts-expect-error a function that writes requires a Tx
        insertAccountRow(reader, "x");
      expect(wrong).toBeTypeOf("function");
    });
  });
});

const unscoped = AsyncLocalStorage.snapshot();

/** Runs the work as another request would: not nested in the surrounding body. */
function outside<T>(work: () => Promise<T>): Promise<T> {
  return unscoped(work);
}
