import { expect, it } from "vitest";
import {
  findOldestSnapshot,
  findSnapshot,
  findStateHash,
  findTotals,
  findTotalsAfter,
  insertUpdate,
  keepTotals,
  pruneSnapshots,
  putSnapshot,
} from "#db/queries/learner.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the learner", ({ read, write }) => {
  it("find a state by the entry it was made from", async () => {
    const found = await read((db) => findSnapshot(db, "here", 5));
    expect(found && [...found]).toEqual([5, 0]);
    expect(await read((db) => findSnapshot(db, "here", 8))).toBeUndefined();
  });

  it("add an update with its state", async () => {
    const update = {
      studyId: "here",
      appliedSeq: 9,
      fromSeq: 6,
      seq: 12,
      fence: 8,
      stateHash: "hash",
      updatedAt: 77,
    };
    const state = new Uint8Array([1, 2, 255]);
    expect((await write((tx) => insertUpdate(tx, update, state))).changes).toEqual({
      "learnerUpdate here/9": update,
      "learnerSnapshot here/9": { studyId: "here", appliedSeq: 9, state, createdAt: 77 },
    });
  });

  it("drop the states before the newest", async () => {
    const pruned = await write((tx) => pruneSnapshots(tx, { studyId: "here", newest: 6, inUse: 6 }));
    expect(pruned.changes).toEqual({
      "learnerSnapshot here/3": "removed",
      "learnerSnapshot here/5": "removed",
    });
  });

  it("never drop the state an open round was computed from", async () => {
    const pruned = await write((tx) => pruneSnapshots(tx, { studyId: "here", newest: 6, inUse: 3 }));
    expect(pruned.changes).toEqual({ "learnerSnapshot here/5": "removed" });
  });

  it("put a state in the place of a damaged one, or of none", async () => {
    const row = { studyId: "here", appliedSeq: 5, state: new Uint8Array([9]), createdAt: 78 };
    expect((await write((tx) => putSnapshot(tx, row))).changes).toEqual({
      "learnerSnapshot here/5": { state: row.state, createdAt: 78 },
    });
    const added = { ...row, appliedSeq: 9 };
    expect((await write((tx) => putSnapshot(tx, added))).changes).toEqual({
      "learnerSnapshot here/9": added,
    });
  });

  it("find what the log binds of a state, and totals by their hash", async () => {
    expect(await read((db) => findStateHash(db, "here", 8))).toBeUndefined();
    expect(await read((db) => findStateHash(db, "here", 6))).toBe("6 here");
    const totals = (hash: string) => read((db) => findTotals(db, { studyId: "here", hash }));
    expect([...((await totals("b")) ?? [])]).toEqual([98, 0]);
    expect(await totals("z")).toBeUndefined();
  });

  it("keep totals once", async () => {
    const row = { studyId: "here", hash: "c", bytes: new Uint8Array([7]), keptAt: 77 };
    expect((await write((tx) => keepTotals(tx, row))).changes).toEqual({ "keptTotals here/c": row });
    expect((await write((tx) => keepTotals(tx, { ...row, hash: "a" }))).changes).toEqual({});
  });

  it("find kept totals one after the other", async () => {
    const after = (hash: string) => read((db) => findTotalsAfter(db, { studyId: "here", after: hash }));
    expect((await after(""))?.hash).toBe("a");
    const next = await after("a");
    expect(next && [next.hash, ...next.bytes]).toEqual(["b", 98, 0]);
    expect(await after("b")).toBeUndefined();
  });

  it("find the oldest state that is kept", async () => {
    const oldest = await read((db) => findOldestSnapshot(db, "here"));
    expect(oldest && [oldest.appliedSeq, ...oldest.state]).toEqual([3, 3, 0]);
    expect(await read((db) => findOldestSnapshot(db, "sketch"))).toBeUndefined();
  });
});
