import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatDay } from "#server/format.ts";
import { readDay } from "#server/study/cells/dates.ts";
import { normaliseNumber, readNumber } from "#server/study/cells/numbers.ts";
import { readCell } from "#server/study/cells/read-cell.ts";
import type { ColumnReading } from "#server/study/cells/reading-schema.ts";
import { guessReading } from "#server/study/files/reading/guess-reading.ts";

const guess = (...words: string[]) => {
  const { type, notation, sign } = guessReading(words, 10 * words.length);
  return [type, notation, sign];
};
const point = { type: "number", notation: "point", sign: "" } as const;
const comma = { type: "number", notation: "comma", sign: "" } as const;

describe("a number in a person's notation", () => {
  it.each([
    ["1,234.5", "point", "1234.5"],
    ["12,345,678", "point", "12345678"],
    ["1.234,5", "comma", "1234.5"],
    ["0,85", "comma", "0.85"],
    ["1 234,50", "comma", "1234.5"],
    ["1\u202f234\u202f567", "point", "1234567"],
    ["1’234.5", "point", "1234.5"],
    ["−3,5", "comma", "-3.5"],
    ["1e-7", "point", "1e-7"],
  ] as const)("%s with a decimal %s is %s", (cell, notation, value) => {
    expect(readNumber(cell, notation)).toEqual({ value, sign: "" });
  });

  it.each([
    ["12 %", "%", "12"],
    ["-0.5%", "%", "-0.5"],
    ["€1,200", "€", "1200"],
    ["−€ 1,200.50", "€", "-1200.5"],
    ["US$ 30", "US$", "30"],
    ["1,200 CHF", "CHF", "1200"],
    ["200 kr", "kr", "200"],
  ])("%s is a number with the sign %s", (cell, sign, value) => {
    expect(readNumber(cell, "point")).toEqual({ value, sign });
  });

  it.each([
    "1,00,000",
    "1,23",
    "12,3456",
    "1,234,5",
    "0,123",
    "1 23",
    "5 apples",
    "A11",
    "1/2",
    "(5)",
    "€5 €",
    "--5",
    "1.2.3",
  ])("%s is not a number with a decimal point", (cell) => {
    expect(readNumber(cell, "point")).toBeNull();
  });

  it("is refused with the wrong sign among percentages or money, but money needs none", () => {
    const percent: ColumnReading = { ...point, sign: "%" };
    expect([readCell("12%", percent), readCell("12", percent), readCell("0.12", percent)]).toEqual([
      "12",
      null,
      null,
    ]);
    const euro: ColumnReading = { ...point, sign: "€" };
    expect([readCell("€5", euro), readCell("5", euro), readCell("$5", euro)]).toEqual(["5", "5", null]);
    expect([readCell("12%", point), readCell("€5", point)]).toEqual([null, null]);
  });

  const written = fc.record({
    digits: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    fraction: fc.stringMatching(/^\d{0,4}$/),
    isNegative: fc.boolean(),
    mark: fc.constantFrom("", "big", " ", "\u00a0", "'", "’"),
    sign: fc.constantFrom("", "%", "€", "CHF"),
  });

  it("is read back with any separators (property)", () => {
    fc.assert(
      fc.property(
        written,
        fc.constantFrom("point", "comma"),
        ({ digits, fraction, isNegative, mark, sign }, notation) => {
          const [big, decimal] = notation === "point" ? [",", "."] : [".", ","];
          const whole = String(digits).replace(/\B(?=(\d{3})+$)/g, mark === "big" ? big : mark);
          const cell = `${isNegative ? "-" : ""}${whole}${fraction && decimal + fraction}${sign && ` ${sign}`}`;
          const value = normaliseNumber(`${isNegative ? "-" : ""}${digits}${fraction && `.${fraction}`}`);
          expect(readNumber(cell, notation)).toEqual({ value, sign });
          expect(value === null ? null : readCell(value, point)).toBe(value);
        },
      ),
    );
  });

  it("is read correctly or reported as unclear, never read wrongly (property)", () => {
    const cell = fc.stringMatching(/^[1-9]\d{0,2}[.,]\d{1,4}([.,]\d{1,3})?$/);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        const { type, notation } = guessReading(cells, cells.length);
        const read = [point, comma].map((reading) => cells.map((each) => readCell(each, reading)));
        const fitting = read.filter((values) => !values.includes(null));
        const isTwofold = fitting.length === 2 && JSON.stringify(fitting[0]) !== JSON.stringify(fitting[1]);
        expect(notation === "unclear").toBe(isTwofold);
        if (fitting.length === 0) expect(type).not.toBe("number");
      }),
    );
  });
});

describe("a column", () => {
  it("is numbers only if every word is one, in one notation that fits all", () => {
    expect(guess("1.5", "2")).toEqual(["number", "point", ""]);
    expect(guess("1,5", "2")).toEqual(["number", "comma", ""]);
    expect(guess("1,234", "0,5")).toEqual(["number", "comma", ""]);
    expect(guess("1,234", "1,234,567")).toEqual(["number", "point", ""]);
    expect(guess("10 %", "5,5 %")).toEqual(["number", "comma", "%"]);
    expect(guess("€5", "12")).toEqual(["number", "point", "€"]);
    expect(guess("1 000", "20")).toEqual(["number", "point", ""]);
    expect(guess("1,5", "2.5")[0]).not.toBe("number");
    expect(guess("€5", "$5")[0]).not.toBe("number");
    expect(guess("5 %", "5")[0]).not.toBe("number");
    expect(guess("007", "12")[0]).not.toBe("number");
    expect(guess("A11", "A12")[0]).not.toBe("number");
  });

  it("is unclear if its words can be read in two ways", () => {
    for (const words of [["1,234"], ["1.234", "5"], ["€1,234", "€20"], ["05/03/2024", "06/04/2024"]]) {
      expect(guess(...words).slice(0, 2)).toEqual(["number", "unclear"]);
    }
    expect(readCell("1,234", { ...point, notation: "unclear" })).toBeNull();
  });

  it("is dates if every word is one", () => {
    expect(guess("2024-03-05", "1999-12-31")).toEqual(["number", "year-first", ""]);
    expect(guess("05/03/2024", "31/03/2024")).toEqual(["number", "day-first", ""]);
    expect(guess("05/03/2024", "03/31/2024")).toEqual(["number", "month-first", ""]);
    expect(guess("05.03.2024")).toEqual(["number", "day-first", ""]);
    expect(guess("5 March 2024", "1 Jan 2025")).toEqual(["number", "day-first", ""]);
    expect(guess("05/03/24")[0]).not.toBe("number");
  });

  it("is yes and no in any spelling, if both occur", () => {
    expect(guess("Yes", "NO", "y")).toEqual(["category", "yes-no", ""]);
    expect(guess("ja", "nein")).toEqual(["category", "yes-no", ""]);
    expect(guess("1", "0")).toEqual(["category", "yes-no", ""]);
    expect(guess("true", "f")).toEqual(["category", "yes-no", ""]);
    expect(guess("0", "1", "2")[0]).toBe("number");
    expect(guess("F", "M")[1]).toBe("as-it-stands");
    expect(guess("yes")[1]).toBe("as-it-stands");
    expect(readCell("Y", { type: "category", notation: "yes-no", sign: "" })).toBe("yes");
    expect(readCell("1", { type: "category", notation: "yes-no", sign: "" })).toBe("yes");
    expect(readCell("0", { type: "category", notation: "yes-no", sign: "" })).toBe("no");
    expect(readCell("perhaps", { type: "category", notation: "yes-no", sign: "" })).toBeNull();
  });
});

describe("a date", () => {
  it("is its days since 1970", () => {
    expect(readDay("1970-01-01", "year-first")).toBe("0");
    expect(readDay("1969-12-31", "year-first")).toBe("-1");
    // 54 years, 13 of them leap years, then 31 + 29 + 4 days.
    expect(readDay("05/03/2024", "day-first")).toBe(String(54 * 365 + 13 + 31 + 29 + 4));
    expect(formatDay(19787 * 86_400_000)).toBe("5 March 2024");
  });

  it.each([
    "2024-02-30",
    "2023-02-29",
    "2024-13-01",
    "2024-00-10",
    "0024-01-01",
    "2024-1-1-1",
    "24-01-01",
    "2024/01-01",
  ])("%s is not a date", (cell) => {
    expect(readDay(cell, "year-first")).toBeNull();
  });

  it("is read back in every order, with or without the time of day (property)", () => {
    const day = fc.integer({ min: -300_000, max: 300_000 });
    const two = (value: number) => String(value).padStart(2, "0");
    fc.assert(
      fc.property(
        day,
        fc.constantFrom("-", "/"),
        fc.constantFrom("", "T23:59:59.999Z", " 7:05"),
        (days, mark, time) => {
          const date = new Date(days * 86_400_000);
          const [y, m, d] = [date.getUTCFullYear(), two(date.getUTCMonth() + 1), two(date.getUTCDate())];
          expect(readDay([y, m, d].join(mark) + time, "year-first")).toBe(String(days));
          expect(readDay([d, m, y].join(mark) + time, "day-first")).toBe(String(days));
          expect(readDay([m, d, y].join(mark) + time, "month-first")).toBe(String(days));
          expect(readDay(formatDay(days * 86_400_000), "day-first")).toBe(String(days));
        },
      ),
    );
  });
});
