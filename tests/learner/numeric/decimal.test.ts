import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  alignDecimals,
  compareDecimals,
  compareGaps,
  halveDecimal,
  isDecimal,
  parseNumber,
  printDecimal,
  readDecimal,
} from "#server/learner/numeric/decimal.ts";
import { refuses } from "#tests/learner/fixtures.ts";

const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);

describe("decimals", () => {
  test("parse whatever JavaScript prints for a finite number, and return the number", () => {
    fc.assert(
      fc.property(double, (value) => {
        expect(parseNumber(String(value))).toBe(value);
      }),
    );
    for (const text of ["0", "-0", "1e-7", "1.5e+21", "5e-324", "0.1", "-12.50", "1e3"]) {
      expect(isDecimal(text)).toBe(true);
    }
    expect(parseNumber("-0")).toBe(0);
  });

  test("refuse text that Number() alone would accept", () => {
    const others = [
      "",
      " 1",
      "1 ",
      "+1",
      "0x10",
      "1_0",
      "Infinity",
      "NaN",
      ".5",
      "5.",
      "01",
      "1e",
      "--1",
      "１",
      "1,5",
    ];
    for (const text of [...others, "1e1000", "9".repeat(65)]) {
      expect(isDecimal(text), text).toBe(false);
      refuses("not-a-decimal", () => readDecimal(text));
      refuses("not-a-decimal", () => parseNumber(text));
    }
    refuses("not-finite", () => parseNumber("1e400"));
  });

  test("are read exactly", () => {
    expect(readDecimal("-12.50")).toEqual({ digits: -1250n, scale: 2 });
    expect(readDecimal("-0.5")).toEqual({ digits: -5n, scale: 1 });
    expect(readDecimal("1.5e-7")).toEqual({ digits: 15n, scale: 8 });
    expect(readDecimal("1.5e+3")).toEqual({ digits: 1500n, scale: 0 });
    expect(alignDecimals(["1", "0.25", "-3e-1"])).toEqual([100n, 25n, -30n]);
  });

  test("print back to the same value", () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 0, max: 20 }), (value, places) => {
        const text = `${value}e-${places}`;
        const { digits, scale } = readDecimal(printDecimal(readDecimal(text)));
        const before = readDecimal(text);
        expect(digits * 10n ** BigInt(before.scale)).toBe(before.digits * 10n ** BigInt(scale));
      }),
    );
    expect(printDecimal(readDecimal("-0.50"))).toBe("-0.5");
    expect(printDecimal(readDecimal("1e-3"))).toBe("0.001");
  });

  test("halve exactly", () => {
    expect(halveDecimal("0.2")).toBe("0.1");
    expect(halveDecimal("0.05")).toBe("0.025");
    expect(halveDecimal("1e-3")).toBe("0.0005");
  });

  test("are ordered like the reals", () => {
    expect(compareDecimals("0.1", "0.10")).toBe(0);
    expect(compareDecimals("1e-3", "0.002")).toBe(-1);
    expect(compareDecimals("-0.1", "-0.2")).toBe(1);
    fc.assert(
      fc.property(double, double, (a, b) => {
        expect(compareDecimals(String(a), String(b))).toBe(Math.sign(a - b) + 0);
      }),
    );
  });
});

describe("gaps", () => {
  test("are a tie if equal in exact arithmetic, even if doubles differ", () => {
    expect(0.8 - 0.6).not.toBe(0.3 - 0.1);
    expect(compareGaps(["0.8", "0.6"], ["0.3", "0.1"])).toBe(0);
    expect(compareGaps(["0.8", "0.6"], ["0.31", "0.1"])).toBe(-1);
    expect(compareGaps(["0.8", "0.5"], ["0.3", "0.1"])).toBe(1);
  });
});
