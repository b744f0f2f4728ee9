import { expect, it } from "vitest";
import {
  deleteWitnessTrouble,
  findCheckpoint,
  findEarliestCosignedSize,
  findNewestCosignature,
  insertCheckpoint,
  insertCosignature,
  listCosignatures,
  listWitnessTroubles,
  putWitnessTrouble,
} from "#db/queries/checkpoints.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of checkpoints", ({ read, write }) => {
  it("find the newest checkpoint, or the one of a size", async () => {
    const find = (studyId: string, size?: number) => read((db) => findCheckpoint(db, studyId, size));
    expect(await find("here")).toEqual({
      size: 9,
      root: "root 9 here",
      note: "note 9 here",
      signedAt: 1_009,
    });
    expect(await find("here", 5)).toMatchObject({ size: 5, root: "root 5 here" });
    expect(await find("here", 11)).toBeUndefined();
    expect(await find("demo")).toBeUndefined();
  });

  it("add a checkpoint as it is given", async () => {
    const row = { studyId: "here", size: 10, root: "r", note: "n", signedAt: 7 };
    expect((await write((tx) => insertCheckpoint(tx, row))).changes).toEqual({ "checkpoint here/10": row });
  });

  it("list what witnesses signed of one size, in the order of their keys", async () => {
    const list = (size: number) => read((db) => listCosignatures(db, "here", size));
    expect(await list(5)).toEqual([
      { witness: "alpha", line: "line alpha 5 here", witnessedAt: 1_006 },
      { witness: "zulu", line: "line zulu 5 here", witnessedAt: 1_006 },
    ]);
    expect(await list(9)).toEqual([]);
  });

  it("find what a witness cosigned last", async () => {
    const find = (witness: string) => read((db) => findNewestCosignature(db, { studyId: "here", witness }));
    expect(await find("alpha")).toEqual({ size: 5, witnessedAt: 1_006 });
    expect(await find("zulu")).toEqual({ size: 5, witnessedAt: 1_006 });
    expect(await find("nobody")).toBeUndefined();
  });

  it("find the size that a witness cosigned first, of those large enough", async () => {
    const find = (size: number) => read((db) => findEarliestCosignedSize(db, { studyId: "here", size }));
    expect([await find(1), await find(3), await find(5), await find(6)]).toEqual([2, 5, 5, undefined]);
    const row = { studyId: "here", size: 9, witness: "mike", line: "l" };
    const first = (witnessedAt: number) =>
      write(async (tx) => {
        await insertCosignature(tx, { ...row, witnessedAt });
        return findEarliestCosignedSize(tx, { studyId: "here", size: 4 });
      });
    expect((await first(1_005)).value).toBe(9);
    expect((await first(1_007)).value).toBe(5);
  });

  it("add a cosignature as it is given", async () => {
    const row = { studyId: "here", size: 9, witness: "mike", line: "l", witnessedAt: 8 };
    expect((await write((tx) => insertCosignature(tx, row))).changes).toEqual({
      "cosignature here/9/mike": row,
    });
  });

  it("list the witnesses that failed, in the order of their keys", async () => {
    expect(await read((db) => listWitnessTroubles(db, "here"))).toEqual([
      { witness: "mike", problem: "unknown here", since: 1_005, triedAt: 1_006, tryCount: 1 },
      { witness: "zulu", problem: "silent here", since: 1_003, triedAt: 1_004, tryCount: 2 },
    ]);
  });

  it("note a failure in place of the one before, and forget it", async () => {
    const first = { studyId: "here", witness: "new", problem: "p", since: 1, triedAt: 2, tryCount: 3 };
    expect((await write((tx) => putWitnessTrouble(tx, first))).changes).toEqual({
      "witnessTrouble here/new": first,
    });
    const again = { ...first, witness: "mike" };
    expect((await write((tx) => putWitnessTrouble(tx, again))).changes).toEqual({
      "witnessTrouble here/mike": { problem: "p", since: 1, triedAt: 2, tryCount: 3 },
    });
    const place = { studyId: "here", witness: "mike" };
    expect((await write((tx) => deleteWitnessTrouble(tx, place))).changes).toEqual({
      "witnessTrouble here/mike": "removed",
    });
  });
});
