import { and, count, eq, gt, max, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Tx } from "#db/store/store.ts";
import { describeEngines } from "../setup/engines.ts";
import { fillEveryTable } from "./fill.ts";

const largest = Number.MAX_SAFE_INTEGER;

describeEngines("values come back as they were written", async (openStore) => {
  const store = await openStore();
  await fillEveryTable(store);

  async function changeStudy(change: Partial<Tx["t"]["study"]["$inferInsert"]>) {
    return store.tx(async (tx) => {
      const rows = await tx.q.update(tx.t.study).set(change).where(eq(tx.t.study.id, "study-1")).returning();
      expect(await tx.q.select().from(tx.t.study).where(eq(tx.t.study.id, "study-1"))).toEqual(rows);
      return rows[0];
    });
  }

  it.each([true, false])("flag: %s", async (isDemo) => {
    expect((await changeStudy({ isDemo }))?.isDemo).toBe(isDemo);
  });

  it.each([0, 1, -1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, largest - 1, largest, -largest])(
    "large: %d",
    async (nextSeq) => {
      expect((await changeStudy({ nextSeq }))?.nextSeq).toBe(nextSeq);
    },
  );

  it.each([0, 1, -1, 2 ** 31 - 1, -(2 ** 31)])("integer: %d", async (roundCount) => {
    expect((await changeStudy({ roundCount }))?.roundCount).toBe(roundCount);
  });

  it.each(["", " ", "Ä ß 🎲 \u{10ffff}", "a'b\"c\\d\n\r\t;--", "1", "null", "x".repeat(100_000)])(
    "text %#",
    async (name) => {
      expect((await changeStudy({ name }))?.name).toBe(name);
    },
  );

  it.each(["draft", "ended"] as const)("word: %s", async (state) => {
    expect((await changeStudy({ state }))?.state).toBe(state);
  });

  it("null, in columns of every kind that may be null", async () => {
    const row = await changeStudy({ requiredIssuer: null, leaseUntil: null, leaseOwner: null });
    expect(row).toMatchObject({ requiredIssuer: null, leaseUntil: null, leaseOwner: null });
  });

  it.each([new Uint8Array(), new Uint8Array([0]), Uint8Array.from({ length: 256 }, (_, byte) => byte)])(
    "bytes %#, as a plain Uint8Array",
    async (state) => {
      const row = await store.tx(async (tx) => {
        const { learnerSnapshot } = tx.t;
        await tx.q.update(learnerSnapshot).set({ state });
        return (await tx.q.select().from(learnerSnapshot))[0];
      });
      expect(row?.state.constructor).toBe(Uint8Array);
      expect(row?.state).toEqual(state);
    },
  );

  it("bytes are copied: neither side sees the other's later changes", async () => {
    const state = new Uint8Array([1, 2, 3]);
    await store.tx((tx) =>
      tx.q
        .update(tx.t.learnerSnapshot)
        .set({ state })
        .then(() => 0),
    );
    state[0] = 9;
    const rows = await store.read((reader) => reader.q.select().from(reader.t.learnerSnapshot));
    expect(rows[0]?.state).toEqual(new Uint8Array([1, 2, 3]));
  });

  describe("computed values", () => {
    it("counts, maximum values and comparisons with large numbers are numbers", async () => {
      await changeStudy({ nextSeq: largest });
      const found = await store.read(async (reader) => {
        const { study } = reader.t;
        const rows = await reader.q
          .select({ rows: count(), most: max(study.nextSeq) })
          .from(study)
          .where(and(gt(study.nextSeq, largest - 1), eq(study.nextSeq, largest)));
        return { rows, counted: await reader.q.$count(study) };
      });
      expect(found).toEqual({ rows: [{ rows: 1, most: largest }], counted: 1 });
    });

    it("whole numbers of a bare expression are numbers too, not text", async () => {
      const rows = await store.read(({ q, t }) => q.select({ count: sql<number>`count(*)` }).from(t.study));
      expect(rows).toEqual([{ count: 1 }]);
    });

    it("columns of a left join without a match are null", async () => {
      const rows = await store.read(({ q, t }) =>
        q
          .select({ study: t.study.id, round: t.round.number, state: t.round.state })
          .from(t.study)
          .leftJoin(t.round, and(eq(t.round.studyId, t.study.id), eq(t.round.number, 77))),
      );
      expect(rows).toEqual([{ study: "study-1", round: null, state: null }]);
    });
  });
});
