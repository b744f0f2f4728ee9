import { expect, it } from "vitest";
import { countLeases, holdsLease, takeLease, updateLease, updateStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";
import { describeQueries } from "./two-studies.ts";

const studyId = "here";
const take = (tx: Tx, owner: string, now: number) => takeLease(tx, { studyId, owner, now, until: now + 100 });

describeQueries("the learner's lease", ({ write }) => {
  it("is taken if it is free, and increases the fence", async () => {
    expect(await write((tx) => take(tx, "one", 1_000))).toEqual({
      value: { fence: 8, appliedSeq: 6 },
      changes: { "study here": { leaseOwner: "one", leaseUntil: 1_100, fence: 8 } },
    });
  });

  it("counts until it has expired", async () => {
    const { value } = await write(async (tx) => {
      await take(tx, "one", 1_000);
      return [await countLeases(tx, 1_099), await countLeases(tx, 1_100)];
    });
    expect(value).toEqual([1, 0]);
  });

  it("cannot be taken while it is held, not even by its holder", async () => {
    const { value, changes } = await write(async (tx) => {
      await take(tx, "one", 1_000);
      return [await take(tx, "two", 1_001), await take(tx, "two", 1_100), await take(tx, "one", 1_001)];
    });
    expect(value).toEqual([undefined, undefined, undefined]);
    expect(changes).toEqual({ "study here": { leaseOwner: "one", leaseUntil: 1_100, fence: 8 } });
  });

  it("can be taken once it has expired, and then the earlier holder loses it", async () => {
    const { value } = await write(async (tx) => {
      await take(tx, "one", 1_000);
      const taken = await take(tx, "two", 1_101);
      const [first, second] = [
        { studyId, fence: 8 },
        { studyId, fence: 9 },
      ];
      return [taken, await holdsLease(tx, first), await holdsLease(tx, second)];
    });
    expect(value).toEqual([{ fence: 9, appliedSeq: 6 }, false, true]);
  });

  it("can be taken if it ends later than any lease can, since the time base was reset", async () => {
    const { value } = await write(async (tx) => {
      await take(tx, "one", 1_000);
      return [await take(tx, "two", 900), await take(tx, "two", 899)];
    });
    expect(value).toEqual([undefined, { fence: 9, appliedSeq: 6 }]);
  });

  it("is held by the fence of its study", async () => {
    const holds = async (of: string, fence: number) =>
      (await write((tx) => holdsLease(tx, { studyId: of, fence }))).value;
    expect([await holds("here", 7), await holds("here", 9), await holds("there", 9)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("is renewed by its holder only", async () => {
    const renewed = await write(async (tx) => {
      await take(tx, "one", 1_000);
      await updateLease(tx, { studyId, fence: 8 }, { leaseUntil: 1_500 });
      return take(tx, "two", 1_400);
    });
    expect(renewed.value).toBeUndefined();
    expect(renewed.changes).toEqual({ "study here": { leaseOwner: "one", leaseUntil: 1_500, fence: 8 } });
    const late = await write((tx) => updateLease(tx, { studyId, fence: 6 }, { leaseUntil: 1_500 }));
    expect(late.changes).toEqual({});
  });

  it("is released by its holder only", async () => {
    const released = await write(async (tx) => {
      await take(tx, "one", 1_000);
      await updateLease(tx, { studyId, fence: 8 }, { leaseUntil: null, leaseOwner: null });
      return take(tx, "two", 1_001);
    });
    expect(released.value).toEqual({ fence: 9, appliedSeq: 6 });
    const late = await write(async (tx) => {
      await take(tx, "one", 1_000);
      await take(tx, "two", 1_101);
      await updateLease(tx, { studyId, fence: 8 }, { leaseUntil: null, leaseOwner: null });
    });
    expect(late.changes).toEqual({ "study here": { leaseOwner: "two", leaseUntil: 1_201, fence: 9 } });
    const whole = await write(async (tx) => {
      await updateStudy(tx, studyId, { leaseOwner: "one", leaseUntil: 5 });
      await updateLease(tx, { studyId, fence: 7 }, { leaseUntil: null, leaseOwner: null });
    });
    expect(whole.changes).toEqual({});
  });

  it("of one study does not affect another study's with the same fence", async () => {
    const { changes } = await write(async (tx) => {
      await tx.q.update(tx.t.study).set({ leaseOwner: "all", leaseUntil: 5, fence: 7 });
      await updateLease(tx, { studyId, fence: 7 }, { leaseUntil: 6 });
      await updateLease(tx, { studyId: "there", fence: 7 }, { leaseUntil: null, leaseOwner: null });
    });
    expect(changes).toMatchObject({
      "study here": { leaseOwner: "all", leaseUntil: 6 },
      "study there": { fence: 7 },
      "study demo": { leaseOwner: "all", leaseUntil: 5 },
    });
    expect(changes["study there"]).toEqual({ fence: 7 });
  });
});
