import { describe, expect, it } from "vitest";
import { chanceOfCell, fixedChances } from "#server/learner/policy/fixed.ts";

describe("the chance that a cell stands for", () => {
  it.each([
    ["0", "0"],
    ["1", "1"],
    ["0.5", "0.5"],
    ["0.3333333333333333", "0.3333333333333333"],
    ["7e-7", "7e-7"],
  ])("is the cell %s if it is a share", (cell, chance) => {
    expect(chanceOfCell(cell, "share")).toBe(chance);
  });

  it.each([
    ["62.5", "0.625"],
    ["100", "1"],
    // 1.1 / 100 is 0.011000000000000001 in doubles
    ["1.1", "0.011"],
    ["0.00001", "1e-7"],
  ])("of %s percent is exact", (cell, chance) => {
    expect(chanceOfCell(cell, "percent")).toBe(chance);
  });

  it.each([
    ["-0.1", "share"],
    ["1.0000000000000002", "share"],
    ["62.5", "share"],
    ["100.1", "percent"],
    ["-1", "percent"],
  ] as const)("is invalid for %s as %s", (cell, unit) => {
    expect(chanceOfCell(cell, unit)).toBeNull();
  });
});

describe("the chances of a rule in force", () => {
  const spec = {
    columns: [
      { name: "years", type: "number" as const },
      { name: "score", type: "number" as const },
    ],
    chance: { column: "score", unit: "share" as const },
  };

  it("are read from its column", () => {
    expect(
      fixedChances(spec, [
        ["3", "0.25"],
        [null, "1"],
      ]),
    ).toEqual(["0.25", "1"]);
  });

  it.each([[["3", null]], [["3", "2"]]])("are refused if a cell has none: %j", (cells) => {
    expect(() => fixedChances(spec, [cells])).toThrow(expect.objectContaining({ code: "range" }));
  });
});
