import { expect, it } from "vitest";
import {
  countJobs,
  findLastJob,
  findLastResult,
  insertJob,
  listJobsSince,
  listRunningJobs,
  listWaitingJobs,
  takeRunningJob,
  takeWaitingJob,
  updateRunningJob,
} from "#db/queries/jobs.ts";
import type { Tx } from "#db/store/store.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of jobs", ({ read, write }) => {
  it("add a job as it is given", async () => {
    const row = {
      studyId: "here",
      id: "job-8",
      kind: "reminder",
      state: "running" as const,
      params: "p",
      done: 0,
      total: 0,
      result: "r",
      error: "e",
      leaseUntil: 2,
      fence: 3,
      createdBy: "olga",
      createdAt: 4,
      updatedAt: 5,
    };
    const { done: _, total: __, ...given } = row;
    expect((await write((tx) => insertJob(tx, given))).changes).toEqual({ "job here/job-8": row });
  });

  it("find the newest of a kind, the later id among equals, without its parameters", async () => {
    expect(await read((db) => findLastJob(db, "here", "publish"))).toEqual({
      id: "job-3",
      state: "done",
      done: 3,
      total: 7,
      result: "result job-3 here",
      error: "error job-3 here",
      leaseUntil: 1_021,
      fence: 0,
    });
    expect((await read((db) => findLastJob(db, "here", "reminder")))?.id).toBe("job-6");
    expect(await read((db) => findLastJob(db, "here", "nothing"))).toBeUndefined();
    expect(await read((db) => findLastJob(db, "sketch", "reminder"))).toBeUndefined();
  });

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

  it("list the jobs of a kind since a time, oldest first", async () => {
    const all = await read((db) => listJobsSince(db, "here", "reminder", 1_005));
    expect(all.map(({ id }) => id)).toEqual(["job-5", "job-7", "job-4", "job-6"]);
    expect(all[0]).toEqual({
      id: "job-5",
      state: "running",
      params: "params job-5 here",
      result: "result job-5 here",
      error: "error job-5 here",
      leaseUntil: 1_006,
      createdAt: 1_005,
      updatedAt: 1_007,
    });
    const later = await read((db) => listJobsSince(db, "here", "reminder", 1_006));
    expect(later.map(({ id }) => id)).toEqual(["job-7", "job-4", "job-6"]);
    const files = await read((db) => listJobsSince(db, "here", "publish", 0));
    expect(files.map(({ id }) => id)).toEqual(["job-1", "job-2", "job-3"]);
  });

  it("list what waits in all studies, of one kind", async () => {
    const waiting = await read((db) => listWaitingJobs(db, "reminder"));
    expect(waiting.sort((a, b) => a.createdAt - b.createdAt)).toEqual([
      { studyId: "here", id: "job-4", createdAt: 1_030 },
      { studyId: "there", id: "job-4", createdAt: 50_030 },
    ]);
  });

  it("list what is running in all studies, of some kinds", async () => {
    const running = (await read((db) => listRunningJobs(db, ["reminder", "rehearsal"]))).filter(
      ({ studyId }) => studyId === "here",
    );
    expect(running).toEqual([
      { studyId: "here", id: "job-5", kind: "reminder", fence: 3, leaseUntil: 1_006 },
    ]);
    expect(await read((db) => listRunningJobs(db, []))).toEqual([]);
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

  it("count the jobs of all studies that wait and that are at work", async () => {
    expect(await read((db) => countJobs(db))).toEqual({ waiting: 5, running: 2 });
  });
});
