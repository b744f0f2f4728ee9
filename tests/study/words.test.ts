import { describe, expect, it } from "vitest";
import { cellInWords } from "#server/study/words.ts";

const number = { type: "number", unit: "", isDate: false, words: {} } as const;

describe("a cell on a card", () => {
  it.each([
    ["2650", "", "2,650"],
    ["1234567.50", "", "1,234,567.5"],
    ["-1200", "€", "−€1,200"],
    ["2650", "€", "€2,650"],
    ["44", "years", "44 years"],
    ["1e-7", "", "0.0000001"],
    ["950", "", "950"],
    ["", "", undefined],
    [" ", "years", undefined],
    ["about 20", "years", "about 20 years"],
  ])("%j in %j is %j", (cell, unit, words) => {
    expect(cellInWords(cell, { ...number, unit })).toBe(words);
  });

  it("shows the label of a category's code, or the code without a label", () => {
    const field = { type: "category", unit: "", isDate: false, words: { A11: "Below 0" } } as const;
    expect(cellInWords("A11", field)).toBe("Below 0");
    expect(cellInWords("A12", field)).toBe("A12");
    expect(cellInWords(null, field)).toBeUndefined();
  });
});
