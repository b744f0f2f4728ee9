import { expect, it } from "vitest";
import {
  alphaFigure,
  comparedInWords,
  otherPairsInWords,
  rangeInHundred,
  reportsInWords,
  wholeInHundred,
} from "#components/results/panel/finding-words.ts";
import { wilson } from "#server/analysis/findings/wilson.ts";

it("says shares in whole hundreds, and an end only where it is exact", () => {
  expect([0, 0.004, 0.18, 0.996, 1].map((share) => wholeInHundred(share))).toEqual([
    "0",
    "below 1",
    "18",
    "above 99",
    "100",
  ]);
  expect(rangeInHundred(wilson(0, 12))).toBe("0 to 24");
  expect(rangeInHundred(null)).toBe("–");
  expect(["0.479", "-0.331", "-0.001"].map((alpha) => alphaFigure(Number(alpha)))).toEqual([
    "0.48",
    "−0.33",
    "0.00",
  ]);
});

it("says how many rounds ended with a report", () => {
  expect(reportsInWords({ reports: 9, rounds: 50, ...wilson(9, 50) })).toBe(
    "9 of 50 rounds ended with a report: 18 in 100, or between 10 and 31 as far as 50 rounds can tell.",
  );
  expect(reportsInWords({ reports: 0, rounds: 1, ...wilson(0, 1) })).toBe(
    "0 of 1 round ended with a report: 0 in 100, or between 0 and 79 as far as 1 round can tell.",
  );
});

it("says what is compared, and what is left out of it", () => {
  const pairs = { all: 9, reported: 1, accepted: 4, flagged: 2, unsure: 1, unseen: 1 };
  expect(comparedInWords({ pairs, erased: 1 })).toBe(
    "1 pair was reported, 4 accepted: somebody found them acceptable and nobody unfair. In neither: 2 pairs had flags, but too few; 1 pair only a “not sure”; 1 pair nobody looked at. 1 pair of both is left out here, since a person was erased and their fields are gone.",
  );
  expect(
    comparedInWords({ pairs: { ...pairs, reported: 2, flagged: 0, unsure: 0, unseen: 0 }, erased: 0 }),
  ).toBe("2 pairs were reported, 4 accepted: somebody found them acceptable and nobody unfair.");
});

it("says what was beside the docket, and how little a few rounds tell of it", () => {
  const few = { rounds: 1, missed: 3, interval: null, reported: 0 };
  expect(otherPairsInWords(few)).toBe(
    "In 1 round not every pair was on the docket. Going by the pairs that came onto it at random, the panel would have reported about 3.0 more a round, had it looked at all of them (too few rounds to say how sure that is). None of the pairs beside the docket was reported.",
  );
  const many = { rounds: 20, missed: 1.25, interval: { low: 0.4, high: 2.1 }, reported: 2 };
  expect(otherPairsInWords(many)).toContain("about 1.3 more a round");
  expect(otherPairsInWords(many)).toContain(
    "(0.4 to 2.1 with 95 %). 2 pairs beside the docket were reported all the same.",
  );
});
