import { expect, it } from "vitest";
import { answerInWords, knownInWords, weightInWords } from "#components/results/distances/distance-words.ts";
import type { FieldWords } from "#server/study/words.ts";

const age: FieldWords = {
  ...{ name: "age", label: "Age", unit: "years", type: "number", isDate: false, words: {} },
};

it("describes the known range of a distance in points", () => {
  expect(knownInWords({ from: 0, to: 0.123 })).toBe("below 12.3");
  expect(knownInWords({ from: 0.4, to: 1 })).toBe("at least 40");
  expect(knownInWords({ from: 0.195, to: 0.205 })).toBe("19.5 to 20.5");
  expect([true, false, null].map((isUnfair) => answerInWords({ isUnfair }))).toEqual([
    "unfair",
    "acceptable",
    "by tolerances",
  ]);
});

it("gives the weight of a round difference: about a tenth of the range, or another value", () => {
  // 0.3 over 60 years: 5 of them are 0.025.
  expect(weightInWords({ weight: 0.3, range: 60 }, age)).toEqual({
    difference: "Age: 5 years",
    counts: "2.5 points of chance",
  });
  expect(weightInWords({ weight: 0.5, range: 0.5 }, { ...age, label: "Rate", unit: "" })).toEqual({
    difference: "Rate: 0.05",
    counts: "5 points of chance",
  });
  // Late payments from 0 to 3: one more, not 0.2 of one.
  expect(weightInWords({ weight: 0.3, range: 3 }, { ...age, label: "Late payments", unit: "" })).toEqual({
    difference: "Late payments: 1",
    counts: "10 points of chance",
  });
  expect(weightInWords({ weight: 0.1, range: 4_000 }, { ...age, label: "Start", isDate: true })).toEqual({
    difference: "Start: 200 days",
    counts: "0.5 points of chance",
  });
  // 0.98 is shown as 1.
  expect(weightInWords({ weight: 0.0098, range: null }, { ...age, type: "text" }).counts).toBe(
    "1 point of chance",
  );
  expect(weightInWords({ weight: 0.01, range: null }, { ...age, label: "Housing", type: "text" })).toEqual({
    difference: "Housing: another value",
    counts: "1 point of chance",
  });
  expect(weightInWords({ weight: 0.0004, range: 60 }, age).counts).toBe("nothing");
});
