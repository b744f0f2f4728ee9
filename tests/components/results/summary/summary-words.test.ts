import { expect, it } from "vitest";
import { errorSentence, reportSentence, unknownSentence } from "#components/results/summary/summary-words.ts";
import type { ComparedErrors } from "#server/analysis/findings/loss-estimate.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";

const estimate = (mean: number, isSupported = true) => ({
  ...{ mean, isSupported, interval: null, roundCount: 2, outcomeCount: 12 },
});
const compared = (isSupported: boolean, high = -0.01): ComparedErrors => ({
  difference: {
    nobody: { low: -0.2, high },
    everybody: { low: -0.4, high: -0.1 },
    atRandom: { low: -0.3, high: high - 0.05 },
  },
  policy: estimate(0.316, isSupported),
  nobody: estimate(0.41),
  everybody: estimate(0.59),
  atRandom: estimate(0.485),
});
const closed = [
  { personCount: 6, pickedCount: 2, unjudgedCount: 1, loss: { knownCount: 2 } },
  { personCount: 6, pickedCount: 3, unjudgedCount: 0, loss: { knownCount: 1 } },
] as unknown as Overview["closed"];

it("says what was promised only where a promise exists", () => {
  const guarded = { promise: { most: [0, 1, 3] } } as unknown as Overview["guarded"];
  const reports = { reports: 2, rounds: 12 };
  expect(reportSentence(reports, { guarded } as Overview)).toBe(
    "The panel reported a pair in 2 of 12 closed rounds; at most 3 were possible.",
  );
  expect(reportSentence(reports, { guarded: null } as Overview)).toBe(
    "The panel reported a pair in 2 of 12 closed rounds.",
  );
  expect(reportSentence(reports, null)).toBe("The panel reported a pair in 2 of 12 closed rounds.");
});

it("compares wrong decisions with rules that need no learner, once enough outcomes are known", () => {
  expect(errorSentence({ compared: compared(true), closed, hasNumber: false })).toBe(
    "About 32 of 100 decisions were wrong; picking nobody would have made 41 wrong, everybody 59, and as many people at random 49.",
  );
  const early = "It is too early to estimate wrong decisions: 3 outcomes are known.";
  expect(errorSentence({ compared: compared(false), closed, hasNumber: false })).toBe(early);
  expect(errorSentence({ compared: null, closed, hasNumber: true })).toBe(early);
});

it("says when a study is not better than its yardstick by more than its uncertainty, and what would help", () => {
  // Without a number of picks the yardstick is the better constant rule, here picking nobody; with one it is a lot.
  const free = errorSentence({ compared: compared(true, 0.01), closed, hasNumber: false });
  expect(free).toMatch(/not yet clearly better than picking nobody: .* A number of picks, more/);
  const withNumber = (high: number) =>
    errorSentence({ compared: compared(true, high), closed, hasNumber: true });
  expect(withNumber(0.01)).not.toContain("clearly better");
  expect(withNumber(0.06)).toContain("not yet clearly better than picking as many people at random");
  const early = { ...compared(true), difference: { nobody: null, everybody: null, atRandom: null } };
  expect(errorSentence({ compared: early, closed, hasNumber: true })).toContain("clearly better");
});

it("says what is not known yet, and what never will be", () => {
  expect(unknownSentence({ closed, pendingCount: 1, lostCount: 0 })).toBe(
    "Not known: 1 outcome not recorded yet, 1 pair that no auditor judged and the outcomes of 7 people who were not picked, which stay unknown.",
  );
});
