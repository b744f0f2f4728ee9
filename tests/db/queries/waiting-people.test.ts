import { expect, it } from "vitest";
import { listPeopleNamed, listPeoplePage } from "#db/queries/people-list.ts";
import { assignPeople, countWaiting, listWaiting, listWaitingIds } from "#db/queries/waiting.ts";
import { describeQueries } from "./two-studies.ts";

const fifth = { id: "p5", ordinal: 5, digest: "digest 5 here", features: "features 5 here" };
const seventh = { id: "p7", ordinal: 7, digest: "digest 7 here", features: "features 7 here" };

describeQueries("waiting people", ({ read, write }) => {
  const page = (change: { after?: number; among?: readonly number[]; limit?: number }) =>
    read((db) => listPeoplePage(db, { studyId: "here", show: "waiting", after: 0, limit: 100, ...change }));

  it("are people of finished imports who are in no round and were not erased", async () => {
    expect(await read((db) => listWaiting(db, "here", 100))).toEqual([fifth, seventh]);
    expect(await read((db) => listWaitingIds(db, "here"))).toEqual(["p5", "p7"]);
    expect(await read((db) => countWaiting(db, "here"))).toBe(2);
    expect(await read((db) => countWaiting(db, "sketch"))).toBe(0);
  });

  it("are read in file order, up to a limit", async () => {
    expect(await read((db) => listWaiting(db, "here", 1))).toEqual([fifth]);
    const { value } = await write(async (tx) => {
      await assignPeople(tx, { studyId: "here", ids: ["p1", "p3"], round: null });
      return listWaiting(tx, "here", 3);
    });
    expect(value.map(({ id }) => id)).toEqual(["p1", "p3", "p5"]);
  });

  it("are shown a page at a time, with their identifiers", async () => {
    expect(await page({})).toMatchObject([
      { id: "p5", ordinal: 5, features: "features 5 here", identifiers: "Ab_5% Q here", round: null },
      { id: "p7", ordinal: 7, features: "features 7 here", identifiers: "aBx7! q here", round: null },
    ]);
    expect((await page({ after: 5 })).map(({ id }) => id)).toEqual(["p7"]);
    expect((await page({ limit: 1 })).map(({ id }) => id)).toEqual(["p5"]);
    expect((await page({ among: [3, 7] })).map(({ id }) => id)).toEqual(["p7"]);
  });

  it.each([
    ["part of an identifier", "ab", ["p5", "p7"]],
    ["letters in either case", "AB", ["p5", "p7"]],
    ["SQL's wildcard for one character", "b_", ["p5"]],
    ["SQL's wildcard for any text", "5%", ["p5"]],
    ["the escape character", "7!", ["p7"]],
    ["a whole id", "P7", ["p7"]],
    ["part of an id", "p", []],
    ["the identifier of a person who does not wait", "Number 1", []],
    ["words of the other study", "there", []],
  ])("are found in parts by %s", async (_, search, ids) => {
    const found = (after: number, upTo: number) =>
      read((db) => listPeopleNamed(db, { studyId: "here", show: "waiting", search, after, upTo }));
    expect((await found(0, 100)).map((ordinal) => `p${ordinal}`)).toEqual(ids);
    expect([...(await found(0, 6)), ...(await found(6, 7))]).toEqual(await found(0, 100));
  });
});
