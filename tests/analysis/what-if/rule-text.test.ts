import { expect, test } from "vitest";
import { readRule, writeRule } from "#server/analysis/what-if/rule-text.ts";

const seats = ["s1", "s2", "s10"];
const read = (text: string) => readRule(text, seats);

test.each([
  ["3", { kind: "at-least", flags: 3 }],
  ["2/3", { kind: "share", gamma: { numerator: 2, denominator: 3 } }],
  ["s10", { kind: "auditor", auditor: 2 }],
  ["weights(s1=0.5, s10=2; 2.5)", { kind: "weighted", weights: ["0.5", "0", "2"], threshold: "2.5" }],
  [
    "any(s1, all(2, s2))",
    {
      kind: "any",
      rules: [
        { kind: "auditor", auditor: 0 },
        {
          kind: "all",
          rules: [
            { kind: "at-least", flags: 2 },
            { kind: "auditor", auditor: 1 },
          ],
        },
      ],
    },
  ],
])("%s is read, and written and read back unchanged", (text, rule) => {
  expect(read(text)).toEqual({ rule });
  expect("rule" in read(text) && writeRule((read(text) as { rule: never }).rule, seats)).toBe(text);
  expect(read(` ${text.replaceAll(",", " , ")} `)).toEqual({ rule });
});

test.each([
  ["", 1, "missing", ""],
  ["0", 2, "zero", ""],
  ["4/3", 4, "share", "4/3"],
  ["1/0", 4, "share", "1/0"],
  ["s4", 3, "unknown", "s4"],
  ["not(s1)", 4, "unknown", "not"],
  ["any(s1", 7, "sign", ")"],
  ["any()", 5, "missing", ""],
  ["2 3", 3, "end", "3"],
  ["weights(s1=-1; 1)", 14, "number", "-1"],
  ["weights(s1=1; 0)", 17, "sum", ""],
  ["weights(s5=1; 1)", 11, "seat", "s5"],
  [`${"any(".repeat(9)}1${")".repeat(9)}`, 33, "depth", "8"],
])("%s is refused with the reason", (text, at, problem, word) => {
  expect(read(text)).toEqual({ wrong: { at, problem, word } });
});
