import { describe, expect, it } from "vitest";
import type { GroupedPerson, GroupedRound } from "#server/analysis/groups/grouped-rounds.ts";
import { groupFigures } from "#server/analysis/groups/groups.ts";
import { cellsKey, personOf } from "./people.ts";

const columns = ["sex", "race"];

/** Each person: sex, race, chance, whether selected, and the outcome. */
const round: GroupedRound = {
  people: [
    personOf(["F", "X"], "0.6", true, "yes"),
    personOf(["F", "X"], "0.4", false),
    personOf(["F", "Y"], "0.2", false),
    personOf(["M", "X"], "0.8", true, "no"),
    personOf(["M", "X"], "0.7", false),
    personOf(["M", "Y"], "0.5", true, "yes"),
    { ...personOf([], "0.9", true), cells: null },
  ],
  draw: { order: null },
  reported: [
    [3, 1],
    [4, 2],
    [6, 2],
  ],
};

function figuresOf(rounds: readonly GroupedRound[], least = 1) {
  return groupFigures({ columns, rounds, least });
}

describe("figures of a synthetic file", () => {
  const figures = figuresOf([round]);
  const rows = figures.groupings.map(({ groups }) =>
    Object.fromEntries(groups.map((group) => [cellsKey(group), group])),
  );

  it("count people, rounds and reports, and leave out erased people", () => {
    expect(figures).toMatchObject({ roundCount: 1, personCount: 7, erasedCount: 1, reportedCount: 3 });
    expect(figures.groupings.map((grouping) => grouping.columns)).toEqual([
      ["sex"],
      ["race"],
      ["sex", "race"],
    ]);
  });

  // By hand, as New York's Local Law 144 requires: the rate of each group, divided by the highest rate.
  it.each([
    // (0.6 + 0.4 + 0.2)/3 = 0.4 and (0.8 + 0.7 + 0.5)/3 = 2/3; selected 1 of 3 and 2 of 3
    [0, "F", 3, 0.4, 0.6, 1 / 3, 0.5],
    [0, "M", 3, 2 / 3, 1, 2 / 3, 1],
    // (0.6 + 0.4 + 0.8 + 0.7)/4 = 0.625 and (0.2 + 0.5)/2 = 0.35; selected 2 of 4 and 1 of 2
    [1, "X", 4, 0.625, 1, 0.5, 1],
    [1, "Y", 2, 0.35, 0.56, 0.5, 1],
    // 0.5, 0.2, 0.75, 0.5; selected 1 of 2, 0 of 1, 1 of 2, 1 of 1
    [2, "F·X", 2, 0.5, 2 / 3, 0.5, 0.5],
    [2, "F·Y", 1, 0.2, 4 / 15, 0, 0],
    [2, "M·X", 2, 0.75, 1, 0.5, 0.5],
    [2, "M·Y", 1, 0.5, 2 / 3, 1, 1],
  ])(
    "grouping %i: %s has the rates and impact ratios",
    (grouping, name, people, expected, ratio, rate, impact) => {
      const row = rows[grouping]?.[name];
      expect(row?.people).toBe(people);
      expect(row?.expected.rate).toBeCloseTo(expected, 14);
      expect(row?.expected.impact?.ratio).toBeCloseTo(ratio, 14);
      expect(row?.expected.impact?.isBelowFourFifths).toBe(ratio < 0.8);
      expect(row?.drawn?.rate).toBeCloseTo(rate, 14);
      expect(row?.drawn?.impact).toEqual({ ratio: impact, isBelowFourFifths: impact < 0.8 });
    },
  );

  it("estimate outcomes by inverse propensity", () => {
    expect(rows[0]?.F?.outcomes).toMatchObject({ known: 1, rate: 1 });
    // (1/0.5) / (1/0.8 + 1/0.5)
    expect(rows[0]?.M?.outcomes?.known).toBe(2);
    expect(rows[0]?.M?.outcomes?.rate).toBeCloseTo(2 / 3.25, 14);
    const name = "F·Y";
    expect(rows[2]?.[name]?.outcomes).toBeNull();
  });

  it("count the higher and the lower people of reported pairs", () => {
    const counts = (name: string) => {
      const { higher, lower } = rows[0]?.[name]?.reported ?? {};
      return [higher?.count, lower?.count];
    };
    expect([counts("F"), counts("M")]).toEqual([
      [0, 3],
      [2, 0],
    ]);
  });

  it("are reproducible", () => {
    expect(figuresOf([round])).toEqual(figures);
  });
});

it("treat a rate of exactly four fifths as not below, although doubles differ", () => {
  expect(0.04 / 0.05).toBeLessThan(0.8);
  const people = [personOf(["F", "X"], "0.04", false), personOf(["M", "X"], "0.05", true)];
  const [sex] = figuresOf([{ people, draw: { order: [0, 1] }, reported: [] }]).groupings;
  expect(sex?.groups[0]?.expected.impact).toEqual({ ratio: 0.8, isBelowFourFifths: false });
});

it("have no ratio if all rates are 0, and no draws in an audit", () => {
  const people = [personOf(["F", "X"], "0", false), personOf([null, "X"], "0", false)];
  const [sex] = figuresOf([{ people, draw: null, reported: [] }]).groupings;
  expect(sex?.groups.map(({ cells, expected, drawn }) => [cells, expected.impact, drawn])).toEqual([
    [["F"], null, null],
    [[null], null, null],
  ]);
});

it("have no range with chances of 1 and 0", () => {
  const chances = ["1", "1", "0", "0", "0"];
  for (const order of [null, [4, 3, 2, 1, 0]]) {
    const people = chances.map((chance) => personOf(["F", "X"], chance, chance === "1"));
    const [sex] = figuresOf([{ people, draw: { order }, reported: [] }]).groupings;
    expect(sex?.groups[0]?.drawn?.range).toEqual({ low: 0.4, high: 0.4 });
  }
});

it("have only a rounding range for an even draw over one group", () => {
  const people = Array.from({ length: 8 }, () => personOf(["F", "X"], "0.3", false));
  const [sex] = figuresOf([{ people, draw: { order: [...people.keys()] }, reported: [] }]).groupings;
  expect(sex?.groups[0]?.drawn?.range).toEqual({ low: 2 / 8, high: 3 / 8 });
});

describe("groups with few people", () => {
  const counts = (sizes: Record<string, number>): GroupedPerson[] =>
    Object.entries(sizes).flatMap(([cells, size]) =>
      Array.from({ length: size }, () => personOf(cells.split("·"), "0.5", false)),
    );
  const shown = (sizes: Record<string, number>, least = 5) =>
    figuresOf([{ people: counts(sizes), draw: { order: null }, reported: [] }], least).groupings.map(
      ({ groups, withheldCount }) => [...groups.map(cellsKey), withheldCount],
    );

  it("are withheld, with the next smallest if only one is", () => {
    expect(shown({ F·X: 10, M·X: 7, D·X: 3 })[0]).toEqual(["F", 2]);
    expect(shown({ F·X: 10, M·X: 7, D·X: 3, E·X: 2 })[0]).toEqual(["F", "M", 2]);
  });

  it("are withheld with another, if together they are still too few", () => {
    expect(shown({ F·X: 10, M·X: 7, D·X: 1, E·X: 2 })[0]).toEqual(["F", 3]);
  });

  it("are all withheld if nothing else hides them", () => {
    expect(shown({ F·X: 10, M·X: 3 })[0]).toEqual([null]);
  });

  it("hide other groups of a crossing in their row and column", () => {
    expect(shown({ F·X: 9, F·Y: 8, M·X: 3, M·Y: 20, F·Z: 30, M·Z: 30 })[2]).toEqual([...["F·Z", "M·Z"], 4]);
  });

  it("are not withheld at a lower minimum", () => {
    expect(shown({ F·X: 10, M·X: 3 }, 3)[0]).toEqual(["F", "M", 0]);
  });
});
