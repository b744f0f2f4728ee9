import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docketOf, docketOfRound, rankedCount, readDocket, shownTypes } from "#server/audit-log/docket.ts";
import { bodySchemas, isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { type FieldType, gowerDistance } from "#server/audit-log/gower.ts";
import { shownCells } from "#server/audit-log/shown.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";
import { fixedBytes } from "#tests/setup/app.ts";
import { sampleLog } from "./sample-log.ts";

const noiseSeed = fixedBytes("noise");

describe("Gower's distance", () => {
  const types: FieldType[] = ["number", "text", "category", "number"];
  const cells = [
    ["10", "a", "x", "5"],
    ["20", "a", "y", "5"],
    ["50", "b", null, "5"],
    [null, "A", null, null],
  ];
  const between = gowerDistance(cells, types);

  it("is the mean of the differences of the fields", () => {
    // 10/40 for the number, 0 for equal texts, 1 for other categories, 0 for a number that all share.
    expect(between(0, 1)).toBe((0.25 + 0 + 1 + 0) / 4);
    expect(between(1, 2)).toBe((30 / 40 + 1 + 1 + 0) / 4);
  });

  it("treats an empty cell as a separate value", () => {
    expect(between(2, 3)).toBe((1 + 1 + 0 + 1) / 4);
  });

  it("is 0 for the same person, symmetric, and at most 1", () => {
    const cell = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 2, maxLength: 8 }), (rows) => {
        const apart = gowerDistance(rows, ["number", "text"]);
        for (const [one] of rows.entries()) {
          expect(apart(one, one)).toBe(0);
          for (const [other] of rows.entries()) {
            expect(apart(one, other)).toBe(apart(other, one));
            expect(apart(one, other)).toBeLessThanOrEqual(1);
            expect(apart(one, other)).toBeGreaterThanOrEqual(0);
          }
        }
      }),
    );
  });

  it("ignores a number with an infinite range, and is 0 without fields", () => {
    expect(gowerDistance([["-1.7e308"], ["1.7e308"]], ["number"])(0, 1)).toBe(0);
    expect(gowerDistance([[], []], [])(0, 1)).toBe(0);
    expect(gowerDistance([["0.25"], ["0.5"], ["0.75"]], ["number"])(0, 1)).toBe(0.5);
  });
});

describe("the docket of a round", () => {
  // Four people, one number from 0 to 10; the gaps above 0.1: 01 0.5, 02 0.6, 03 0.8, 13 0.3, 23 0.2
  const round = {
    chances: ["0.9", "0.4", "0.3", "0.1"],
    cells: [["0"], ["10"], ["1"], ["5"]],
    types: ["number"] as const,
    noiseSeed,
  };
  const pairs = eligiblePairs(round.chances, "0.1");
  // 0.5/1.05 = 0.476, 0.6/0.15 = 4, 0.8/0.55 = 1.45, 0.3/0.55 = 0.545, 0.2/0.45 = 0.444
  const byPriority = [
    [0, 2],
    [0, 3],
    [1, 3],
    [0, 1],
    [2, 3],
  ];

  it("ranks pairs first that are most alike and most differently treated", () => {
    const all = docketOf({ ...round, pairs, size: 10 });
    expect(all).toEqual(byPriority.map((pair) => [...pair, "ranked"]));
  });

  it("follows the study's settings, over the visible fields", () => {
    const columns = [
      { name: "home", type: "category" },
      { name: "debts", type: "number" },
    ] as const;
    const { settings } = bodySchemas["study.created"].parse(JSON.parse(sampleLog().lines[0] ?? "").body);
    if (isAudit(settings)) throw new Error("a study that learns");
    const settingsWith = (docket: typeof settings.presentation.docket): StudySettings => ({
      ...settings,
      learner: { ...settings.learner, columns: [...columns] },
      presentation: { ...settings.presentation, fields: ["debts", "gone"], docket },
    });
    const people = round.cells.map(([cell]) => ["any", cell ?? null]);
    const { chances } = round;
    const of = (docket: typeof settings.presentation.docket) =>
      docketOfRound(settingsWith(docket), { pairs, chances, noiseSeed, people });
    expect(of({ size: 3 })).toEqual(docketOf({ ...round, pairs, size: 3 }));
    expect(of("everything")).toBeNull();
    // A field without a column is an empty text on every card.
    expect(shownTypes(settingsWith("everything"))).toEqual(["number", "text"]);
    expect(shownCells(settingsWith("everything"), ["own", "7"])).toEqual(["7", null]);
    expect(shownCells(settingsWith("everything"), ["own", null])).toEqual([null, null]);
  });

  it("is read as stored", () => {
    expect(readDocket('[[0,2,"ranked"],[1,3,"random"]]')).toEqual([
      [0, 2, "ranked"],
      [1, 3, "random"],
    ]);
    expect(readDocket(null)).toBeNull();
    for (const text of ["null", '[[0,2,"first"]]', "[[0,2]]", '[[-1,2,"ranked"]]'])
      expect(() => readDocket(text), text).toThrow();
  });

  it("draws the rest by the smallest hashes, which every reader can compute", () => {
    const [first, second, ...drawn] = docketOf({ ...round, pairs, size: 3 });
    expect([first, second]).toEqual([
      [0, 2, "ranked"],
      [0, 3, "ranked"],
    ]);
    const lots = byPriority.slice(2).map(([high, low]) => {
      const text = `["evenhand/1/docket","${noiseSeed}",${high},${low}]`;
      return { pair: [high, low, "random"], lot: createHash("sha256").update(text).digest("hex") };
    });
    lots.sort((a, b) => (a.lot < b.lot ? -1 : 1));
    expect(drawn).toEqual(lots.slice(0, 1).map(({ pair }) => pair));
  });

  it("breaks ties by position", () => {
    const alike = { chances: ["0.5", "0.5", "0.1", "0.1"], cells: [["1"], ["1"], ["1"], ["1"]] };
    const tied = { ...round, ...alike, pairs: eligiblePairs(alike.chances, "0.1") };
    expect(docketOf({ ...tied, pairs: tied.pairs.toReversed(), size: 5 })).toEqual([
      [0, 2, "ranked"],
      [0, 3, "ranked"],
      [1, 2, "ranked"],
      [1, 3, "ranked"],
    ]);
  });

  it("contains each pair once, four fifths by rank, for any order of pairs", () => {
    const k = 12;
    const people = fc.array(fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 9 })), {
      minLength: k,
      maxLength: k,
    });
    fc.assert(
      fc.property(people, fc.integer({ min: 1, max: 40 }), (drawn, size) => {
        const chances = drawn.map(([hundredths]) => String(hundredths / 100));
        const made = { ...round, chances, cells: drawn.map(([, cell]) => [String(cell)]), size };
        const eligible = eligiblePairs(chances, "0.1");
        const docket = docketOf({ ...made, pairs: eligible });
        expect(docket).toHaveLength(Math.min(size, eligible.length));
        expect(new Set(docket.map(([high, low]) => `${high} ${low}`)).size).toBe(docket.length);
        const ranked = docket.filter(([, , way]) => way === "ranked");
        expect(ranked).toHaveLength(Math.min(rankedCount(size), eligible.length));
        expect(docketOf({ ...made, pairs: eligible.toReversed() })).toEqual(docket);
      }),
      { numRuns: 30 },
    );
  });

  it("gives each unranked pair the same chance of being drawn", () => {
    // 1 of 3 in 900 rounds: 300 each, sd 14.1; 5 sd.
    const times = new Map<string, number>();
    for (let number = 0; number < 900; number += 1) {
      const drawn = docketOf({ ...round, pairs, size: 3, noiseSeed: fixedBytes("noise", number) }).at(-1);
      times.set(String(drawn), (times.get(String(drawn)) ?? 0) + 1);
    }
    expect(times.size).toBe(3);
    for (const count of times.values()) expect(Math.abs(count - 300)).toBeLessThan(71);
  });
});
