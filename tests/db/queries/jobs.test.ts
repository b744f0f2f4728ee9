import { expect, it } from "vitest";
import {
  findLastResult,
  insertJob,
  takeRunningJob,
  takeWaitingJob,
  updateRunningJob,
} from "#db/queries/jobs.ts";
import type { Tx } from "#db/store/store.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of jobs", ({ read, write }) => {
  it("find what the newest job of a kind that ended well came to", async () => {
    expect(await read((db) => findLastResult(db, "here", "publish"))).toBe("result job-3 here");
    await write(async (tx) => {
      const later = {
        studyId: "here",
        id: "job-8",
        kind: "publish",
        leaseUntil: 2,
        fence: 3,
        createdAt: 9_999,
      };
      const rest = { params: "", result: "not whole", error: null, createdBy: "olga", updatedAt: 9_999 };
      await insertJob(tx, { ...later, ...rest, state: "failed" });
      expect(await findLastResult(tx, "here", "publish")).toBe("result job-3 here");
    });
    expect(await read((db) => findLastResult(db, "sketch", "publish"))).toBeUndefined();
  });

  it("change a job that runs under the caller's fence, and no other", async () => {
    const mine = { studyId: "here", id: "job-5", fence: 3 };
    const patch = { done: 5, updatedAt: 99 };
    expect(await write((tx) => updateRunningJob(tx, mine, patch))).toEqual({
      value: true,
      changes: { "job here/job-5": patch },
    });
    const nothing = { value: false, changes: {} };
    expect(await write((tx) => updateRunningJob(tx, { ...mine, fence: 2 }, patch))).toEqual(nothing);
    expect(await write((tx) => updateRunningJob(tx, { ...mine, id: "job-4", fence: 4 }, patch))).toEqual(
      nothing,
    );
    expect(await write((tx) => updateRunningJob(tx, { ...mine, id: "job-9" }, patch))).toEqual(nothing);
  });

  it("give a running job to somebody else, if it stands as it was seen", async () => {
    const key = { studyId: "here", id: "job-4", kind: "reminder" };
    const patch = { fence: 5, leaseUntil: 60, updatedAt: 61 };
    const begin = (tx: Tx) => takeWaitingJob(tx, key, { state: "running", leaseUntil: 50, updatedAt: 51 });
    const left = { studyId: "here", id: "job-4", fence: 4, leaseUntil: 50 };
    const { value, changes } = await write(async (tx) => {
      await begin(tx);
      const others = [{ fence: 3 }, { leaseUntil: 49 }, { id: "job-1" }, { studyId: "there" }];
      const refused = [];
      for (const other of others) refused.push(await takeRunningJob(tx, { ...left, ...other }, patch));
      return [...refused, await takeRunningJob(tx, left, patch), await takeRunningJob(tx, left, patch)];
    });
    expect(value).toEqual([...Array(4).fill(undefined), { createdBy: "olga" }, undefined]);
    expect(changes).toEqual({ "job here/job-4": { state: "running", ...patch } });
  });

  it("take a waiting job of the kind, once", async () => {
    const key = { studyId: "here", id: "job-4", kind: "reminder" };
    const patch = { state: "running" as const, leaseUntil: 50, updatedAt: 51 };
    expect(await write((tx) => takeWaitingJob(tx, key, patch))).toEqual({
      value: { params: "params job-4 here", createdBy: "olga", createdAt: 1_030, fence: 4 },
      changes: { "job here/job-4": patch },
    });
    const nothing = { value: undefined, changes: {} };
    for (const other of [
      { id: "job-1" },
      { id: "job-5" },
      { id: "job-6" },
      { id: "job-7" },
      { studyId: "sketch" },
    ]) {
      expect(await write((tx) => takeWaitingJob(tx, { ...key, ...other }, patch))).toEqual(nothing);
    }
  });
});
