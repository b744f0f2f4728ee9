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

it("gives shares in whole percent, and 0 or 100 only if exact", () => {
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

it("gives the number of rounds with a report", () => {
  expect(reportsInWords({ reports: 9, rounds: 50, annulledPairs: 0, ...wilson(9, 50) })).toBe(
    "9 of 50 rounds ended with a report: 18 in 100, with a 95% interval from 10 to 31.",
  );
  expect(reportsInWords({ reports: 0, rounds: 1, annulledPairs: 0, ...wilson(0, 1) })).toBe(
    "0 of 1 round ended with a report: 0 in 100, with a 95% interval from 0 to 79.",
  );
});

it("describes what is compared and what is left out", () => {
  const reports = { reports: 1, rounds: 2, annulledPairs: 1, ...wilson(1, 2) };
  const pairs = { all: 9, reported: 1, accepted: 4, flagged: 2, unsure: 1, unseen: 1 };
  expect(comparedInWords({ reports: { ...reports, annulledPairs: 0 }, pairs, erased: 1 })).toBe(
    "1 pair was reported. 4 were accepted: at least one auditor found them acceptable and none unfair. Neither reported nor accepted: 2 pairs with too few flags, 1 pair with only a “not sure” and 1 pair that no auditor looked at. 1 pair of both groups is left out here, because a person was erased.",
  );
  expect(
    comparedInWords({
      reports,
      pairs: { ...pairs, reported: 2, flagged: 0, unsure: 0, unseen: 0 },
      erased: 0,
    }),
  ).toBe(
    "2 pairs were reported, 1 annulled since. 4 were accepted: at least one auditor found them acceptable and none unfair.",
  );
});

it("describes pairs outside the docket, and the uncertainty with few rounds", () => {
  const few = { rounds: 1, missed: 3, interval: null, reported: 0 };
  expect(otherPairsInWords(few)).toBe(
    "In 1 round not every pair was on the docket. A part of the docket is drawn at random. Going by that part, the panel would have reported about 3.0 more pairs a round if it had looked at all of them (too few rounds for an interval). No pair outside the docket was reported.",
  );
  const many = { rounds: 20, missed: 1.25, interval: { low: 0.4, high: 2.1 }, reported: 2 };
  expect(otherPairsInWords(many)).toContain("about 1.3 more pairs a round");
  expect(otherPairsInWords(many)).toContain(
    "(0.4 to 2.1 with 95% confidence). 2 pairs outside the docket were reported anyway.",
  );
});
