import { expect, it } from "vitest";
import {
  countRuns,
  deleteRun,
  findRun,
  insertRun,
  listRunResults,
  listRuns,
  updateRun,
} from "#db/queries/runs.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of runs", ({ read, write }) => {
  const row = {
    studyId: "here",
    id: "run-9",
    kind: "simulation" as const,
    name: "n",
    about: "a",
    plan: "p",
    figures: null,
    result: null,
    createdBy: "rita",
    createdAt: 5,
  };

  it("add a run as it is given", async () => {
    expect((await write((tx) => insertRun(tx, row))).changes).toEqual({ "run here/run-9": row });
  });

  it("list a study's runs with their makers and their work, the newest first", async () => {
    const runs = await read((db) => listRuns(db, "here"));
    expect(runs.map(({ id }) => id)).toEqual(["job-5", "run-2", "run-1"]);
    const [working, done] = runs;
    expect(working).toMatchObject({ name: "name job-5 here", state: "running", done: 3, total: 7 });
    expect(working).toMatchObject({ error: "error job-5 here", leaseUntil: 1_006, figures: null });
    expect(done).toEqual({
      ...{ id: "run-2", kind: "rehearsal", name: "name run-2 here", about: "about run-2 here" },
      ...{ figures: "2 here", madeBy: done?.madeBy, createdAt: 1_011 },
      ...{ state: null, done: null, total: null, error: null, leaseUntil: null },
    });
    expect(await read((db) => listRuns(db, "demo"))).toEqual([]);
  });

  it("find one run whole", async () => {
    expect(await read((db) => findRun(db, "there", "run-1"))).toEqual({
      ...{ id: "run-1", kind: "simulation", name: "name run-1 there", about: "about run-1 there" },
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

  it("delete one run with its work", async () => {
    expect(await write((tx) => deleteRun(tx, { studyId: "here", id: "job-5" }))).toEqual({
      value: true,
      changes: { "run here/job-5": "removed", "job here/job-5": "removed" },
    });
    expect(await write((tx) => deleteRun(tx, { studyId: "there", id: "run-9" }))).toEqual({
      value: false,
      changes: {},
    });
  });
});
