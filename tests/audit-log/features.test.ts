import { expect, it } from "vitest";
import { readCells } from "#server/audit-log/features.ts";
import { codeOf } from "./log-error-code.ts";

it("reads only cells in the stored form", () => {
  expect(readCells('["30",null,""]')).toEqual(["30", null, ""]);
  expect(readCells("[]")).toEqual([]);
  for (const text of ["null", "{}", '"30"', "[30]", "[true]", '[["30"]]', '["30",{}]']) {
    expect(
      codeOf(() => readCells(text)),
      text,
    ).toBe("not-cells");
  }
  expect(codeOf(() => readCells('["30", null]'))).toBe("not-canonical");
});
