import { expect, it } from "vitest";
import { findAccountByEmail, listResearchers, listSeatless } from "#db/queries/panel.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of a panel", ({ read }) => {
  it("find an account by its address", async () => {
    const emil = { id: "emil", suspendedAt: 70 };
    expect(await read((db) => findAccountByEmail(db, "emil@example.org"))).toEqual(emil);
    expect(await read((db) => findAccountByEmail(db, "nobody@example.org"))).toBeUndefined();
  });

  it("list the auditors of this study without a seat in it, by when they came, then by id", async () => {
    expect(await read((db) => listSeatless(db, "here"))).toEqual([
      { accountId: "anna", displayName: "Anna" },
      { accountId: "dora", displayName: "Dora" },
      { accountId: "zoe", displayName: "Zoe" },
    ]);
    const there = await read((db) => listSeatless(db, "there"));
    expect(there.map(({ accountId }) => accountId)).toEqual(["anna", "zoe"]);
  });

  it("list the present researchers of this study, by when they came", async () => {
    const rita = { accountId: "rita", displayName: "Rita" };
    expect(await read((db) => listResearchers(db, "here"))).toEqual([rita]);
    expect(await read((db) => listResearchers(db, "there"))).toEqual([
      { accountId: "olga", displayName: "Olga" },
      rita,
    ]);
  });
});
