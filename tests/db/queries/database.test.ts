import { expect, it } from "vitest";
import { readDatabaseSize } from "#db/queries/database.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the database", ({ read, store }) => {
  it("say how many bytes the database takes", async () => {
    expect(await read((db) => readDatabaseSize(db, store().engine))).toBeGreaterThan(10_000);
  });
});
