import { expect, it } from "vitest";
import {
  countRuns,
  deleteRemovedRuns,
  deleteRun,
  findRun,
  insertRun,
  listRemovedRuns,
  listRunResults,
  listRuns,
  restoreRun,
  updateRun,
} from "#db/queries/runs.ts";
import type { Tx } from "#db/store/store.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of runs", ({ read, write }) => {
  const row = {
    studyId: "here",
    id: "run-9",
    name: "n",
    about: "a",
    plan: "p",
    figures: null,
    result: null,
    createdBy: "rita",
    createdAt: 5,
  };

  it("add a run as it is given", async () => {
    expect((await write((tx) => insertRun(tx, row))).changes).toEqual({
      "run here/run-9": { ...row, removedAt: null },
    });
  });

  it("list a study's runs with their makers and their work, the newest first", async () => {
    const runs = await read((db) => listRuns(db, "here"));
    expect(runs.map(({ id }) => id)).toEqual(["job-5", "run-2", "run-1"]);
    const [working, done] = runs;
    expect(working).toMatchObject({ name: "name job-5 here", state: "running", done: 3, total: 7 });
    expect(working).toMatchObject({ error: "error job-5 here", leaseUntil: 1_006, figures: null });
    expect(done).toEqual({
      ...{ id: "run-2", name: "name run-2 here", about: "about run-2 here" },
      ...{ figures: "2 here", madeBy: done?.madeBy, createdAt: 1_011 },
      ...{ state: null, done: null, total: null, error: null, leaseUntil: null },
    });
    expect(await read((db) => listRuns(db, "demo"))).toEqual([]);
  });

  it("find one run whole", async () => {
    expect(await read((db) => findRun(db, "there", "run-1"))).toEqual({
      ...{ id: "run-1", name: "name run-1 there", about: "about run-1 there" },
      ...{ plan: "plan run-1 there", figures: "1 there", result: "result run-1 there" },
      ...{ createdBy: "rita", createdAt: 50_012 },
    });
    expect(await read((db) => findRun(db, "there", "run-9"))).toBeUndefined();
  });

  it("list what runs came to, by id", async () => {
    const ids = ["run-2", "job-5", "run-1", "run-9"];
    const found = await read((db) => listRunResults(db, "here", ids));
    expect(found.map(({ id, result }) => [id, result])).toEqual([
      ["job-5", null],
      ["run-1", "result run-1 here"],
      ["run-2", "result run-2 here"],
    ]);
    expect(await read((db) => listRunResults(db, "here", ["run-2"]))).toHaveLength(1);
  });

  it("count a study's runs", async () => {
    expect(await read((db) => countRuns(db, "here"))).toBe(3);
    expect(await read((db) => countRuns(db, "demo"))).toBe(0);
  });

  it("change one run", async () => {
    const place = { studyId: "here", id: "run-1" };
    expect(await write((tx) => updateRun(tx, place, { name: "other" }))).toEqual({
      value: true,
      changes: { "run here/run-1": { name: "other" } },
    });
    const nothing = { value: false, changes: {} };
    expect(await write((tx) => updateRun(tx, { ...place, id: "run-9" }, { name: "other" }))).toEqual(nothing);
  });

  /** In both studies, so that a query that forgets one of them is seen. */
  const remove = async (tx: Tx, id: string, removedAt: number) => {
    for (const studyId of ["here", "there"]) await updateRun(tx, { studyId, id }, { removedAt });
  };

  it("list removed runs apart, from a moment on, the last one first, and leave them out of all else", async () => {
    const { value } = await write(async (tx) => {
      for (const [id, at] of [
        ["run-1", 100],
        ["run-2", 99],
        ["job-5", 101],
      ] as const)
        await remove(tx, id, at);
      return {
        removed: await listRemovedRuns(tx, "here", 100),
        listed: await listRuns(tx, "here"),
        found: await findRun(tx, "here", "run-1"),
        results: await listRunResults(tx, "here", ["run-1"]),
        count: await countRuns(tx, "here"),
        isRenamed: await updateRun(tx, { studyId: "here", id: "run-1" }, { name: "other" }),
      };
    });
    expect(value).toEqual({
      removed: [
        { id: "job-5", name: "name job-5 here" },
        { id: "run-1", name: "name run-1 here" },
      ],
      ...{ listed: [], found: undefined, results: [], count: 0, isRenamed: false },
    });
  });

  it("keep a removed run again, from a moment on", async () => {
    const place = { studyId: "here", id: "run-1" };
    const { value, changes } = await write(async (tx) => {
      const isKept = await restoreRun(tx, place, 0);
      await remove(tx, "run-1", 100);
      return [isKept, await restoreRun(tx, place, 101), await restoreRun(tx, place, 100)];
    });
    expect(value).toEqual([false, false, true]);
    expect(changes).toEqual({ "run there/run-1": { removedAt: 100 } });
  });

  it("delete a study's runs that were removed before a moment, with their work", async () => {
    const { changes } = await write(async (tx) => {
      for (const [id, at] of [
        ["run-1", 100],
        ["job-5", 99],
      ] as const)
        await remove(tx, id, at);
      await deleteRemovedRuns(tx, "here", 100);
    });
    expect(changes).toEqual({
      ...{ "run here/job-5": "removed", "job here/job-5": "removed" },
      "run here/run-1": { removedAt: 100 },
      ...{ "run there/job-5": { removedAt: 99 }, "run there/run-1": { removedAt: 100 } },
    });
  });

  it("delete one run with its work", async () => {
    expect((await write((tx) => deleteRun(tx, { studyId: "here", id: "job-5" }))).changes).toEqual({
      ...{ "run here/job-5": "removed", "job here/job-5": "removed" },
    });
    expect((await write((tx) => deleteRun(tx, { studyId: "there", id: "run-9" }))).changes).toEqual({});
  });
});
