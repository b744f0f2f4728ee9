import { expect, it } from "vitest";
import {
  listDecidedPeople,
  listErasedPositions,
  listPeopleAt,
  listRoundDigestKeys,
  listRoundFeatures,
  listRoundPeople,
} from "#db/queries/round-people.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of the people of rounds", ({ read }) => {
  it("list who stands at some places", async () => {
    const places = [
      { round: 3, position: 0 },
      { round: 1, position: 1 },
      { round: 1, position: 7 },
    ];
    expect(await read((db) => listPeopleAt(db, "here", places))).toEqual([
      { round: 1, position: 1, personId: "p2", chance: "chance 1/1/p2 here" },
      { round: 3, position: 0, personId: "p3", chance: "chance 3/0/p3 here" },
    ]);
  });

  it("list the people of a round by position", async () => {
    expect(await read((db) => listRoundPeople(db, "here", 1))).toEqual([
      { position: 0, personId: "p1", chance: "chance 1/0/p1 here" },
      { position: 1, personId: "p2", chance: "chance 1/1/p2 here" },
    ]);
  });

  it("list the people of rounds with their features, null for the erased", async () => {
    const keyed = await read((db) => listRoundDigestKeys(db, "here", 2));
    expect(keyed.map(({ personId, digestKey, features }) => [personId, digestKey, features])).toEqual([
      ["p5", "key 5 here", "features 5 here"],
      ["p6", null, null],
    ]);
    const rows = await read((db) => listRoundFeatures(db, "here", [2, 1]));
    expect(rows[0]).toEqual({
      round: 1,
      position: 0,
      personId: "p1",
      chance: "chance 1/0/p1 here",
      features: "features 1 here",
    });
    expect(rows.map(({ round, position, features }) => [round, position, features])).toEqual([
      [1, 0, "features 1 here"],
      [1, 1, "features 2 here"],
      [2, 0, "features 5 here"],
      [2, 1, null],
    ]);
  });

  it("list who of these rounds was erased since", async () => {
    expect(await read((db) => listErasedPositions(db, "here", [1, 2, 3]))).toEqual([
      { round: 2, position: 1 },
    ]);
    expect(await read((db) => listErasedPositions(db, "here", [1, 3]))).toEqual([]);
  });

  it("list the people of rounds with their decisions, null where nothing was drawn", async () => {
    const rows = await read((db) => listDecidedPeople(db, "here", [2, 1]));
    expect(rows[0]).toEqual({
      round: 1,
      position: 0,
      personId: "p1",
      chance: "chance 1/0/p1 here",
      selected: 1,
    });
    expect(
      rows.map(({ round, position, personId, selected }) => [round, position, personId, selected]),
    ).toEqual([
      [1, 0, "p1", 1],
      [1, 1, "p2", 0],
      [2, 0, "p5", null],
      [2, 1, "p6", null],
    ]);
  });
});
