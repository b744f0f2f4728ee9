import { expect, it } from "vitest";
import { countTiles, insertTiles, listEntryHashes, listTileRoots } from "#db/queries/tree.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the tree", ({ read, write }) => {
  it("list the hashes of entries from a place on, in their order", async () => {
    const hashes = (from: number, count: number) =>
      read((db) => listEntryHashes(db, { studyId: "here", from, count }));
    expect(await hashes(0, 2)).toEqual(["hash 1 here", "hash 2 here"]);
    expect(await hashes(8, 10)).toEqual(["hash 9 here", "hash 10 here", "hash 11 here"]);
    expect(await hashes(11, 1)).toEqual([]);
  });

  it("list the roots of full tiles of one level, in their order", async () => {
    const roots = (level: number, from: number, count: number) =>
      read((db) => listTileRoots(db, { studyId: "here", level, from, count }));
    expect(await roots(0, 0, 10)).toEqual(["tile 0 here", "tile 1 here", "tile 2 here"]);
    expect(await roots(0, 1, 1)).toEqual(["tile 1 here"]);
    expect(await roots(1, 0, 10)).toEqual(["tile of tiles here"]);
  });

  it("count the tiles of a level", async () => {
    const count = (level: number) => read((db) => countTiles(db, { studyId: "here", level }));
    expect([await count(0), await count(1), await count(2)]).toEqual([3, 1, 0]);
  });

  it("add tiles as they are given", async () => {
    const row = { studyId: "here", level: 0, number: 3, root: "new" };
    expect((await write((tx) => insertTiles(tx, [row]))).changes).toEqual({ "treeTile here/0/3": row });
  });
});
