import { expect, it } from "vitest";
import {
  countPlayedRounds,
  countViolations,
  findDraw,
  insertDraw,
  insertViolations,
  listDecisions,
  listDraws,
  listViolations,
} from "#db/queries/draws.ts";
import { describeQueries } from "./two-studies.ts";

describeQueries("queries of draws", ({ read, write }) => {
  it("add a draw with a decision for each position", async () => {
    // of the trees of depth 3 over 32 conditions the last
    const draw = { studyId: "here", round: 2, u: "0.5", hypothesis: 439_873_225_345, drawnAt: 4 };
    const decision = { studyId: "here", round: 2 };
    expect((await write((tx) => insertDraw(tx, draw, [0, 1]))).changes).toEqual({
      "draw here/2": draw,
      "decision here/2/0": { ...decision, position: 0, selected: 0 },
      "decision here/2/1": { ...decision, position: 1, selected: 1 },
    });
  });

  it("find the draw of one round", async () => {
    const draw = { u: "u 1 here", hypothesis: 1_001, drawnAt: 1_010 };
    expect(await read((db) => findDraw(db, "here", 1))).toEqual(draw);
    expect(await read((db) => findDraw(db, "here", 2))).toBeUndefined();
  });

  it("list the decisions of rounds, by round and position", async () => {
    expect(await read((db) => listDecisions(db, "here", [3, 1]))).toEqual([
      { round: 1, position: 0, selected: 1 },
      { round: 1, position: 1, selected: 0 },
      { round: 3, position: 0, selected: 1 },
      { round: 3, position: 1, selected: 0 },
    ]);
    expect(await read((db) => listDecisions(db, "here", [1]))).toHaveLength(2);
  });

  it("add violations, or none", async () => {
    const violation = { studyId: "here", round: 3, high: 1, low: 0, flagCount: 2, weight: "1" };
    const added = await write((tx) => insertViolations(tx, [violation]));
    expect(added.changes).toEqual({ "violation here/3/1/0": violation });
    expect((await write((tx) => insertViolations(tx, []))).changes).toEqual({});
  });

  it("list the violations of rounds, by round and pair", async () => {
    expect(await read((db) => listViolations(db, "here", [3, 1]))).toEqual([
      { round: 1, high: 0, low: 1, flagCount: 1_003, weight: "1/0/1 here" },
      { round: 1, high: 0, low: 2, flagCount: 1_002, weight: "1/0/2 here" },
      { round: 1, high: 1, low: 0, flagCount: 1_000, weight: "1/1/0 here" },
      { round: 3, high: 0, low: 1, flagCount: 1_001, weight: "3/0/1 here" },
    ]);
    expect(await read((db) => listViolations(db, "here", [3]))).toHaveLength(1);
  });

  it("count the violations of each round", async () => {
    expect([...(await read((db) => countViolations(db, "here", [1, 2, 3])))].sort()).toEqual([
      [1, 3],
      [3, 1],
    ]);
    expect([...(await read((db) => countViolations(db, "here", [3])))]).toEqual([[3, 1]]);
    expect(await read((db) => countViolations(db, "sketch", [1]))).toEqual(new Map());
  });

  it("count closed rounds, and once each those with a report", async () => {
    // Round 1 here has three reported pairs; the open round's row is none of a closed one.
    expect(await read((db) => countPlayedRounds(db, ["here", "sketch"]))).toEqual([
      { studyId: "here", closed: 1, reported: 1 },
    ]);
    // The round there that was closed is the second, whose pairs nobody reported.
    expect(await read((db) => countPlayedRounds(db, ["there"]))).toEqual([
      { studyId: "there", closed: 1, reported: 0 },
    ]);
    expect(await read((db) => countPlayedRounds(db, []))).toEqual([]);
  });

  it("list the draws of rounds, by round", async () => {
    expect(await read((db) => listDraws(db, "here", [3, 2, 1]))).toEqual([
      { round: 1, u: "u 1 here", hypothesis: 1_001 },
      { round: 3, u: "u 3 here", hypothesis: 1_003 },
    ]);
    expect(await read((db) => listDraws(db, "here", [3]))).toHaveLength(1);
  });
});
