import { expect, it } from "vitest";
import { cancelOpenJob, claimJob, findLastResult, insertJob, updateRunningJob } from "#db/queries/jobs.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of jobs", ({ read, write }) => {
  it("find the newest result of a successful job of a kind", async () => {
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
      await insertJob(tx, { ...later, ...rest, id: "job-9", state: "done", result: null });
      expect(await findLastResult(tx, "here", "publish")).toBe("result job-3 here");
    });
    expect(await read((db) => findLastResult(db, "sketch", "publish"))).toBeUndefined();
  });

  it("change a job under the caller's fence only", async () => {
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

  it("claim a job once, if its state, fence and lease are unchanged", async () => {
    const seen = { studyId: "here", id: "job-4", state: "waiting" as const, fence: 4, leaseUntil: 1_031 };
    const patch = { state: "running" as const, fence: 5, leaseUntil: 60, updatedAt: 61 };
    const { value, changes } = await write(async (tx) => {
      const changed = [{ fence: 3 }, { leaseUntil: 49 }, { leaseUntil: null }, { state: "running" as const }];
      const others = [...changed, { id: "job-1" }, { studyId: "there" }];
      const refused = [];
      for (const other of others) refused.push(await claimJob(tx, { ...seen, ...other }, patch));
      return [...refused, await claimJob(tx, seen, patch), await claimJob(tx, seen, patch)];
    });
    expect(value).toEqual([...Array(6).fill(false), true, false]);
    expect(changes).toEqual({ "job here/job-4": patch });
  });

  it("cancel a waiting or running job only", async () => {
    const patch = { state: "cancelled", updatedAt: 99 };
    for (const id of ["job-4", "job-5"]) {
      const { changes } = await write((tx) => cancelOpenJob(tx, { studyId: "here", id }, 99));
      expect(changes).toEqual({ [`job here/${id}`]: patch });
    }
    for (const id of ["job-3", "job-6", "job-7", "job-9"]) {
      expect((await write((tx) => cancelOpenJob(tx, { studyId: "here", id }, 99))).changes).toEqual({});
    }
  });
});
