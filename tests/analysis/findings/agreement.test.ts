import fc from "fast-check";
import { expect, test } from "vitest";
import { addCoincidences, coincidencesIn, nominalAlpha } from "#server/analysis/findings/agreement.ts";
import { alphaInterval } from "#server/analysis/findings/bootstrap.ts";

/** Reads units from the columns of a table of observers; a dot is missing. */
function unitsOf(...observers: string[]): string[][] {
  const rows = observers.map((row) => row.split(" "));
  return (rows[0] ?? []).map((_, unit) =>
    rows.map((row) => row[unit] ?? ".").filter((value) => value !== "."),
  );
}

/** Three observers, fifteen units, with missing data: the standard example, nominal 0.691. */
const three = unitsOf(
  ". . . . . 3 4 1 2 1 1 3 3 . 3",
  "1 . 2 1 3 3 4 3 . . . . . . .",
  ". . 2 1 3 4 4 . 2 1 1 3 3 . 4",
);

/** Krippendorff 2011, part C: four observers, twelve units, nominal 0.743. */
const four = unitsOf(
  "1 2 3 3 2 1 4 1 2 . . .",
  "1 2 3 3 2 2 4 1 2 5 . 3",
  ". 3 3 3 2 3 4 2 2 5 1 .",
  "1 2 3 3 2 4 4 1 2 5 1 .",
);

const alpha = (units: readonly (readonly string[])[]) => nominalAlpha(coincidencesIn(units));

/** Computes alpha by its definition: disagreeing pairs within units, relative to pairs of all answers mixed. */
function byDefinition(units: readonly (readonly string[])[]): number | null {
  const comparable = units.filter((answers) => answers.length > 1);
  const all = comparable.flat();
  const differing = (answers: readonly string[]) =>
    answers.flatMap((a, i) => answers.filter((b, j) => i !== j && a !== b)).length;
  const observed =
    comparable.reduce((sum, answers) => sum + differing(answers) / (answers.length - 1), 0) / all.length;
  const expected = differing(all) / (all.length * (all.length - 1));
  return expected > 0 ? 1 - observed / expected : null;
}

test("agrees with published examples", () => {
  expect(alpha(three)).toBeCloseTo(0.691, 3);
  expect(alpha(four)).toBeCloseTo(0.743, 3);
  // By hand, from the coincidences of the first: n = 26, A = 20; 7, 4, 10 and 5 answers of the values 1, 2, 3 and 4
  expect(coincidencesIn(three)).toEqual({ counts: { 1: 7, 2: 4, 3: 10, 4: 5 }, agreeing: 20 });
  expect(alpha(three)).toBeCloseTo(1 - (25 * (26 - 20)) / (26 ** 2 - 7 ** 2 - 4 ** 2 - 10 ** 2 - 5 ** 2), 12);
});

const answers = fc.array(fc.array(fc.constantFrom("unfair", "acceptable", "unsure"), { maxLength: 5 }), {
  maxLength: 30,
});

test("equals its definition for any grouping of units", () => {
  fc.assert(
    fc.property(answers, fc.nat(30), (units, cut) => {
      const whole = alpha(units);
      const expected = byDefinition(units);
      if (expected === null) expect(whole).toBeNull();
      else expect(whole).toBeCloseTo(expected, 10);
      const parts = [coincidencesIn(units.slice(0, cut)), coincidencesIn(units.slice(cut))];
      const together = nominalAlpha(addCoincidences(parts));
      if (whole === null) expect(together).toBeNull();
      else expect(together).toBeCloseTo(whole, 10);
    }),
  );
});

test("is 1 if all agree, and absent if all answers are equal or no unit has two", () => {
  expect(
    alpha([
      ["unfair", "unfair"],
      ["acceptable", "acceptable", "acceptable"],
    ]),
  ).toBe(1);
  expect(alpha([["acceptable", "acceptable"]])).toBeNull();
  expect(alpha([["unfair"], ["acceptable"], []])).toBeNull();
});

test("an interval is reproducible, contains the figure, and narrows with more rounds", () => {
  const rounds = (count: number) =>
    Array.from({ length: count }, (_, round) => coincidencesIn(round % 2 === 0 ? three : four));
  const figure = nominalAlpha(addCoincidences(rounds(20))) ?? Number.NaN;
  const few = alphaInterval(rounds(6));
  const many = alphaInterval(rounds(60));
  expect(alphaInterval(rounds(6))).toEqual(few);
  if (few === null || many === null) throw new Error("there is an interval");
  expect(few.low).toBeLessThan(figure);
  expect(few.high).toBeGreaterThan(figure);
  expect(many.high - many.low).toBeLessThan((few.high - few.low) / 2);
});

test("has no interval from few rounds, or if most resamples have only one answer", () => {
  const agreed = coincidencesIn([["acceptable", "acceptable"]]);
  const mixed = coincidencesIn([["unfair", "acceptable"]]);
  expect(alphaInterval([mixed, agreed, mixed, agreed])).toBeNull();
  expect(alphaInterval([mixed, agreed, mixed, agreed, coincidencesIn([["unfair"]])])).toBeNull();
  // Without the one mixed round a resample has one answer: (9/10)^10 = 35 % of them.
  expect(alphaInterval([mixed, ...Array.from({ length: 9 }, () => agreed)])).toBeNull();
  expect(alphaInterval([mixed, agreed, mixed, agreed, mixed])).not.toBeNull();
});
