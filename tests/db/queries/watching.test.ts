import { expect, it } from "vitest";
import {
  findOldestSnapshot,
  listDecidedPeople,
  listDraws,
  listPlaces,
  listSeatStandings,
  listStandings,
} from "#db/queries/watching.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of a study that is watched", ({ read }) => {
  it("list where studies stand: next entry, newest round, newest guidelines", async () => {
    const rows = await read((db) => listStandings(db, ["here", "sketch", "nothing"]));
    const newest = { nextSeq: 12, guidelineVersion: 3, round: 3, state: "open", deadlineAt: 1_303 };
    const none = { nextSeq: 1, guidelineVersion: null, round: null, state: null, deadlineAt: null };
    expect(Object.fromEntries(rows.map(({ studyId, ...row }) => [studyId, row]))).toEqual({
      here: newest,
      sketch: none,
    });
  });

  it("list who holds a seat now, with the newest round of the seat in which a pair was to be judged", async () => {
    const rows = await read((db) => listSeatStandings(db, "here"));
    const open = { round: 3, state: "open", deadlineAt: 1_303 };
    expect(Object.fromEntries(rows.map(({ seat, ...row }) => [seat, row]))).toEqual({
      s1: { accountId: "ada", ...open },
      s2: { accountId: "ben", ...open },
      s10: { accountId: "cyd", ...open },
    });
    const there = await read((db) => listSeatStandings(db, "there"));
    expect(there.find(({ seat }) => seat === "s4")).toEqual({
      ...{ seat: "s4", accountId: "dora" },
      ...{ round: null, state: null, deadlineAt: null },
    });
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

  it("list the draws of rounds, by round", async () => {
    expect(await read((db) => listDraws(db, "here", [3, 2, 1]))).toEqual([
      { round: 1, u: "u 1 here", hypothesis: 1_001 },
      { round: 3, u: "u 3 here", hypothesis: 1_003 },
    ]);
    expect(await read((db) => listDraws(db, "here", [3]))).toHaveLength(1);
  });

  it("list the places of panels, by round and place", async () => {
    const rows = await read((db) => listPlaces(db, "here", [3, 1]));
    expect(rows.map(({ round, seatId }) => [round, seatId])).toEqual([
      [1, "s2"],
      [1, "s1"],
      [3, "s1"],
      [3, "s2"],
      [3, "s10"],
    ]);
    expect((await read((db) => listPlaces(db, "here", [3]))).every(({ round }) => round === 3)).toBe(true);
  });

  it("find the oldest state that is kept", async () => {
    const oldest = await read((db) => findOldestSnapshot(db, "here"));
    expect(oldest && [oldest.appliedSeq, ...oldest.state]).toEqual([3, 3, 0]);
    expect(await read((db) => findOldestSnapshot(db, "sketch"))).toBeUndefined();
  });
});
