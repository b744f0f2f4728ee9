import { describe, expect, it } from "vitest";
import { inLanguage } from "#server/locale.ts";
import { plainReading } from "#server/study/cells/notation.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { ignoredColumn } from "#server/study/empty-draft.ts";
import { cutProblem, groupCutsOf, groupReader, namesOfGroups } from "#server/study/group-cuts.ts";

const age = (cuts: string, part: Partial<ColumnChoice> = {}): ColumnChoice => ({
  ...ignoredColumn(0, "age"),
  ...plainReading("number"),
  role: "group",
  cuts,
  ...part,
});
const comma = { notation: "comma" } as const;

describe("cuts of a group column", () => {
  it("define groups with names in the reader's language", () => {
    expect(groupCutsOf(age("30, 50"))).toEqual(["30", "50"]);
    expect(namesOfGroups(["30", "50"])).toEqual(["under 30", "30 to under 50", "50 and over"]);
    expect(namesOfGroups(["-1.5"])).toEqual(["under -1.5", "-1.5 and over"]);
    expect(inLanguage("de", () => namesOfGroups(["30", "50"]))).toEqual([
      "unter 30",
      "30 bis unter 50",
      "50 und mehr",
    ]);
    expect(inLanguage("es", () => namesOfGroups(["30", "50"]))).toEqual([
      "menos de 30",
      "de 30 a menos de 50",
      "50 o más",
    ]);
  });

  it("are read with the column's decimal mark", () => {
    expect(groupCutsOf(age("30,5, 50;60", comma))).toEqual(["30,5", "50", "60"]);
    expect(cutProblem(age("30,5, 50;60", comma))).toBeNull();
    const read = groupReader(age("30,5", comma), "de");
    expect(["30,4", "30,5", "1.000", "€ 12"].map((cell) => read?.(cell))).toEqual([
      "unter 30,5",
      "30,5 und mehr",
      "30,5 und mehr",
      null,
    ]);
  });

  it("put each number into its group; an empty cell has no group", () => {
    const read = groupReader(age("30 50"), "en");
    expect(["29.99", "30", "049", "50", "x"].map((cell) => read?.(cell))).toEqual([
      "under 30",
      "30 to under 50",
      "30 to under 50",
      "50 and over",
      null,
    ]);
  });

  it("keep a cell that already names a group, in the study's language", () => {
    expect(groupReader(age("30, 50"), "en")?.("de 30 a menos de 50")).toBe("30 to under 50");
    expect(groupReader(age("30, 50"), "de")?.("50 and over")).toBe("50 und mehr");
    expect(groupReader(age("30, 51"), "en")?.("50 and over")).toBeNull();
  });

  it("get a message if they are invalid", () => {
    expect(cutProblem(age("30, old"))).toBe(
      "“age”: the cut “old” is not a number such as 30 or 0.5. Separate cuts with “;”.",
    );
    expect(cutProblem(age("1.000; 2.000", comma))).toContain(
      "the cut “1.000” is not a number such as 30 or 0,5",
    );
    expect(cutProblem(age("50, 30"))).toBe("“age”: cuts must ascend, but 30 follows 50.");
    expect(cutProblem(age("30, 30.0"))).toBe("“age”: cuts must ascend, but 30.0 follows 30.");
    const many = (count: number) => Array.from({ length: count }, (_, cut) => cut).join();
    expect(cutProblem(age(many(20)))).toBeNull();
    expect(cutProblem(age(many(21)))).toBe("“age” has 21 cuts, and at most 20 are possible.");
    expect(cutProblem(age("30", { notation: "unclear" }))).toContain("can be read in two ways");
  });

  it("are possible only for number columns", () => {
    for (const part of [plainReading("category"), { notation: "day-first" }, { role: "shown" }] as const) {
      expect(groupReader(age("30, 50", part), "en")).toBeUndefined();
      expect(cutProblem(age("wrong", part))).toBeNull();
    }
  });
});
