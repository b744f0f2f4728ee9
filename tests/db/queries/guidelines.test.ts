import { expect, it } from "vitest";
import {
  findGuideline,
  findLatestGuideline,
  insertGuideline,
  listGuidelineVersions,
} from "#db/queries/guidelines.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of guidelines", ({ read, write }) => {
  it("add a version as it is given", async () => {
    const row = {
      studyId: "here",
      version: 4,
      purpose: "p",
      body: "b",
      hash: "h",
      createdBy: "olga",
      createdAt: 9,
    };
    expect((await write((tx) => insertGuideline(tx, row))).changes).toEqual({ "guideline here/4": row });
  });

  it("find the newest version", async () => {
    const newest = { version: 3, purpose: "purpose 3 here", body: "body 3 here", hash: "hash 3 here" };
    expect(await read((db) => findLatestGuideline(db, "here"))).toEqual(newest);
    expect(await read((db) => findLatestGuideline(db, "sketch"))).toBeUndefined();
  });

  it("find one version", async () => {
    expect(await read((db) => findGuideline(db, "here", 2))).toEqual({
      purpose: "purpose 2 here",
      body: "body 2 here",
    });
    expect(await read((db) => findGuideline(db, "here", 4))).toBeUndefined();
  });

  it("list the versions, newest first", async () => {
    expect(await read((db) => listGuidelineVersions(db, "here"))).toEqual([
      { version: 3, createdAt: 1_003, hash: "hash 3 here" },
      { version: 2, createdAt: 1_002, hash: "hash 2 here" },
      { version: 1, createdAt: 1_001, hash: "hash 1 here" },
    ]);
  });
});
