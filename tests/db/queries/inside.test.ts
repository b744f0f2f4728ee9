import { expect, it } from "vitest";
import { countJobs, countLeases, readDatabaseSize } from "#db/queries/inside.ts";
import { takeLease } from "#db/queries/studies.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of a look inside", ({ read, write, store }) => {
  it("count the jobs of all studies that wait and that are at work", async () => {
    expect(await read((db) => countJobs(db))).toEqual({ waiting: 5, running: 2 });
  });

  it("count the studies whose lease holds", async () => {
    const held = { owner: "one", now: 1_000, until: 1_100 };
    const { value } = await write(async (tx) => {
      await takeLease(tx, { studyId: "here", ...held });
      return [await countLeases(tx, 1_099), await countLeases(tx, 1_100)];
    });
    expect(value).toEqual([1, 0]);
  });

  it("say how many bytes the database takes", async () => {
    expect(await read((db) => readDatabaseSize(db, store().engine))).toBeGreaterThan(10_000);
  });
});
