import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { listOwnRemarks, listRemarks, listSecondAnswers, saveRemark } from "#db/queries/remarks.ts";
import { describeQueries } from "./two-studies.ts";

const key = { studyId: "here", round: 3, seatId: "s1" };
const own = { note: "note 3/s1/1/0 here", reasons: "reasons 3/s1/1/0 here", again: "unfair" };

describeQueries("queries of remarks", ({ read, write }) => {
  it("save one over what the same seat said of the same pair", async () => {
    const row = { ...key, high: 1, low: 0, note: "new", reasons: "[]", again: null, savedAt: 9 };
    expect((await write((tx) => saveRemark(tx, row))).changes).toEqual({
      "remark here/3/s1/1/0": { note: "new", reasons: "[]", again: null, savedAt: 9 },
    });
    const other = { ...row, high: 0, low: 1 };
    expect((await write((tx) => saveRemark(tx, other))).changes).toEqual({
      "remark here/3/s1/0/1": { ...other, isHidden: false },
    });
  });

  it("list those of one seat, but for hidden ones as long as the round is open", async () => {
    expect(await read((db) => listOwnRemarks(db, key))).toEqual([{ high: 1, low: 0, ...own }]);
    const { value } = await write(async (tx) => {
      await tx.q.update(tx.t.remark).set({ isHidden: true });
      const open = await listOwnRemarks(tx, key);
      const closed = await listOwnRemarks(tx, { ...key, round: 1 });
      return { open, closed: closed.length };
    });
    expect(value).toEqual({ open: [], closed: 1 });
  });

  it("list those of all seats of a round, by pair", async () => {
    const all = await read((db) => listRemarks(db, "here", 3));
    expect(all.map(({ seatId, high, low }) => [seatId, high, low])).toEqual([
      ["s2", 0, 1],
      ["s1", 1, 0],
    ]);
    expect(all[1]).toEqual({ seatId: "s1", high: 1, low: 0, ...own });
  });

  it("list the second answers of several rounds, and nothing of those who gave none", async () => {
    const { value } = await write(async (tx) => {
      await tx.q.update(tx.t.remark).set({ again: null }).where(eq(tx.t.remark.seatId, "s2"));
      return listSecondAnswers(tx, "here", [1, 3]);
    });
    expect(value.at(-1)).toEqual({ round: 3, seatId: "s1", high: 1, low: 0, again: "unfair" });
    expect(value.every(({ round, seatId }) => [1, 3].includes(round) && seatId !== "s2")).toBe(true);
  });
});
