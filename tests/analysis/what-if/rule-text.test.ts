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
])("%s is read, written as it was, and read again", (text, rule) => {
  expect(read(text)).toEqual({ rule });
  expect("rule" in read(text) && writeRule((read(text) as { rule: never }).rule, seats)).toBe(text);
  expect(read(` ${text.replaceAll(",", " , ")} `)).toEqual({ rule });
});

test.each([
  ["", "At character 1: something is missing."],
  ["0", "At character 2: at least 1 flag is needed."],
  ["4/3", "At character 4: 4/3 is no share above 0 and up to 1."],
  ["1/0", "At character 4: 1/0 is no share above 0 and up to 1."],
  ["s4", "At character 3: “s4” is no number of flags, no share, no seat and no rule."],
  ["not(s1)", "At character 4: “not” is no number of flags, no share, no seat and no rule."],
  ["any(s1", "At character 7: “)” is missing."],
  ["any()", "At character 5: something is missing."],
  ["2 3", "At character 3: “3” is too much."],
  ["weights(s1=-1; 1)", "At character 14: “-1” is no number from 0 on."],
  ["weights(s1=1; 0)", "At character 17: the sum that is needed must be above 0."],
  ["weights(s5=1; 1)", "At character 11: there is no seat “s5”."],
  [`${"any(".repeat(9)}1${")".repeat(9)}`, "At character 33: at most 8 brackets within each other."],
])("%s is refused with what is wrong with it", (text, wrong) => {
  expect(read(text)).toEqual({ wrong });
});
