import { expect, it } from "vitest";
import { listMembers, listSeatless } from "#db/queries/panel.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of a panel", ({ read }) => {
  it("list the auditors of this study without a seat in it, by when they came, then by id", async () => {
    expect(await read((db) => listSeatless(db, "here"))).toEqual([
      { accountId: "anna", displayName: "Anna" },
      { accountId: "dora", displayName: "Dora" },
      { accountId: "zoe", displayName: "Zoe" },
    ]);
    const there = await read((db) => listSeatless(db, "there"));
    expect(there.map(({ accountId }) => accountId)).toEqual(["anna", "zoe"]);
  });

  it("list who has a role in this study now, by when they came", async () => {
    const rita = { accountId: "rita", displayName: "Rita" };
    expect(await read((db) => listMembers(db, "here", "researcher"))).toEqual([rita]);
    expect(await read((db) => listMembers(db, "there", "researcher"))).toEqual([
      { accountId: "olga", displayName: "Olga" },
      rita,
    ]);
    const operators = await read((db) => listMembers(db, "here", "operator"));
    expect(operators).toEqual([{ accountId: "olga", displayName: "Olga" }]);
  });
});
