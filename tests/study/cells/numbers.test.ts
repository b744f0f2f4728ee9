import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDecimal } from "#server/learner/numeric/decimal.ts";
import { normaliseNumber } from "#server/study/cells/numbers.ts";

describe("a number cell", () => {
  it.each([
    ["12", "12"],
    ["-3.50", "-3.5"],
    ["+7", "7"],
    ["007", "7"],
    [".5", "0.5"],
    ["5.", "5"],
    ["1E3", "1000"],
    ["1e-7", "1e-7"],
    ["0.00000010", "1e-7"],
    ["1e21", "1e+21"],
    ["-0", "0"],
    ["-0.0e5", "0"],
    ["0e999", "0"],
    ["5e-324", "5e-324"],
    ["9007199254740993", "9007199254740992"],
    ["1.7976931348623157e308", "1.7976931348623157e+308"],
  ])("%s becomes %s", (cell, expected) => {
    expect(normaliseNumber(cell)).toBe(expected);
  });

  it.each([
    "",
    " 1",
    "1 ",
    "1\n",
    "0x10",
    "0b1",
    "0o7",
    "1_000",
    "1,000",
    "0,5",
    "NaN",
    "Infinity",
    "-Infinity",
    "1e400",
    "-1e400",
    "1e-400",
    "e5",
    "1e",
    ".",
    "-",
    "--1",
    "1.2.3",
    "１２",
    "١٢",
    "−1",
    "½",
    "12%",
    "1n",
    "\u200b1",
    "1".repeat(65),
  ])("%j is not a number", (cell) => {
    expect(normaliseNumber(cell)).toBeNull();
  });

  it("normalises to the same double, once and for all, and the learner reads it (property)", () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(finite, (value) => {
        const text = normaliseNumber(String(value));
        expect(Number(text)).toBe(value + 0);
        expect(text === null ? null : normaliseNumber(text)).toBe(text);
        expect(text === null ? null : readDecimal(text)).not.toBeNull();
      }),
    );
  });

  it("is never accepted if Number() refuses it (property)", () => {
    const unit = fc.constantFrom(..."0123456789+-.eE xXnaI１\u00a0");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 8 }), (cell) => {
        const text = normaliseNumber(cell);
        expect(text === null || Number(text) === Number(cell)).toBe(true);
      }),
    );
  });
});
