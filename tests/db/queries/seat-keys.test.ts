import { expect, it } from "vitest";
import { findSeatOfKey, insertSeatKey, listSeatKeys } from "#db/queries/seat-keys.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the keys of seats", ({ read, write }) => {
  it("add a key as it is given", async () => {
    const row = { studyId: "here", seatId: "s2", key: "another", isProven: true, seq: 30, addedAt: 7 };
    const { changes } = await write((tx) => insertSeatKey(tx, row));
    expect(changes).toEqual({ "seatKey here/another/true": row });
  });

  it("list what the log says of the keys of one seat, oldest first", async () => {
    const rows = await read((db) => listSeatKeys(db, "here", "s1"));
    expect(rows.map(({ key, isProven, seq }) => [key, isProven, seq])).toEqual([
      ["first here", true, 2],
      ["new here", false, 6],
      ["new here", true, 9],
    ]);
    expect(await read((db) => listSeatKeys(db, "here", "s10"))).toEqual([]);
  });

  it("find the seat that a key belongs to in this study", async () => {
    const find = (key: string) => read((db) => findSeatOfKey(db, "here", key));
    expect(await find("new here")).toBe("s1");
    expect(await find("other here")).toBe("s2");
    expect(await find("new there")).toBeUndefined();
  });
});
