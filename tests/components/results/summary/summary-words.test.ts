import { expect, it } from "vitest";
import { errorSentence, reportSentence, unknownSentence } from "#components/results/summary/summary-words.ts";
import type { ComparedErrors } from "#server/analysis/findings/loss-estimate.ts";
import type { Overview } from "#server/results/policy/read-overview.ts";

const estimate = (mean: number, isSupported = true) => ({
  ...{ mean, isSupported, interval: null, roundCount: 2, outcomeCount: 12 },
});
const compared = (isSupported: boolean, high = -0.01): ComparedErrors => ({
  difference: {
    acceptNone: { low: -0.2, high },
    acceptAll: { low: -0.4, high: -0.1 },
    inForce: null,
    atRandom: { low: -0.3, high: high - 0.05 },
  },
  policy: estimate(0.316, isSupported),
  acceptNone: estimate(0.41),
  acceptAll: estimate(0.59),
  inForce: null,
  atRandom: estimate(0.485),
});
const unreportable = null;
const closed = [
  { personCount: 6, pickedCount: 2, unjudgedCount: 1, loss: { knownCount: 2 } },
  { personCount: 6, pickedCount: 3, unjudgedCount: 0, loss: { knownCount: 1 } },
] as unknown as Overview["closed"];

it("shows the guarantee only if one exists", () => {
  const guarded = { promise: { most: [0, 1, 3] } } as unknown as Overview["guarded"];
  const reports = { reports: 2, rounds: 12, annulledPairs: 0 };
  expect(reportSentence(reports, { guarded } as Overview)).toBe(
    "The panel reported a pair in 2 of 12 closed rounds; at most 3 were possible.",
  );
  expect(reportSentence(reports, { guarded: null } as Overview)).toBe(
    "The panel reported a pair in 2 of 12 closed rounds.",
  );
  expect(reportSentence(reports, null)).toBe("The panel reported a pair in 2 of 12 closed rounds.");
  expect(reportSentence({ ...reports, annulledPairs: 1 }, null)).toBe(
    "The panel reported a pair in 2 of 12 closed rounds. 1 reported pair was annulled since by a later panel, and still counts as reported here.",
  );
});

it("compares wrong decisions with rules that need no learner, once enough outcomes are known", () => {
  expect(errorSentence({ compared: compared(true), closed, unreportable, hasNumber: false })).toBe(
    "About 32 of 100 decisions were wrong. Picking no one would have been wrong in 41, picking everyone in 59, and picking as many people at random in 49.",
  );
  const early = "It is too early to estimate wrong decisions: 3 outcomes are known.";
  expect(errorSentence({ compared: compared(false), closed, unreportable, hasNumber: false })).toBe(early);
  expect(errorSentence({ compared: null, closed, unreportable, hasNumber: true })).toBe(early);
});

it("says if a study does not clearly beat its yardstick, and what would help", () => {
  // Without a number of picks the yardstick is the better constant rule, here picking no one; with one it is a lot.
  const free = errorSentence({ compared: compared(true, 0.01), closed, unreportable, hasNumber: false });
  expect(free).toMatch(/not yet clearly better than picking no one\. A number of picks, more/);
  const withNumber = (high: number) =>
    errorSentence({ compared: compared(true, high), closed, unreportable, hasNumber: true });
  expect(withNumber(0.01)).not.toContain("clearly better");
  expect(withNumber(0.06)).toContain("not yet clearly better than picking as many people at random");
  const early = {
    ...compared(true),
    difference: { acceptNone: null, acceptAll: null, atRandom: null, inForce: null },
  };
  expect(errorSentence({ compared: early, closed, unreportable, hasNumber: true })).toContain(
    "clearly better",
  );
});

it("names the rule in force or the unreportable policy if it is the best yardstick", () => {
  const withRule = (mean: number, high: number): ComparedErrors => ({
    ...compared(true),
    policy: { ...estimate(0.316), interval: { low: 0.28, high: 0.35 } },
    inForce: estimate(mean),
    difference: { ...compared(true).difference, inForce: { low: -0.2, high } },
  });
  const says = (rule: ComparedErrors, hasNumber: boolean, unreportable: number | null = null) =>
    errorSentence({ compared: rule, closed, unreportable, hasNumber });
  expect(says(withRule(0.4, -0.02), true)).toMatch(/everyone in 59, the rule in force in 40, and [^.]*\.$/);
  expect(says(withRule(0.33, 0.02), true)).toContain("not yet clearly better than the rule in force");
  expect(says(withRule(0.33, 0.02), false)).toContain("not yet clearly better than the rule in force");
  expect(says(withRule(0.4, -0.02), true, 0.3)).toContain(
    "better than chances that no panel can report, which make 30 wrong.",
  );
  // The best yardstick is clearly beaten, a worse one is not.
  expect(says(withRule(0.4, 0.02), true, 0.36)).toContain("not yet clearly better than the rule in force");
  expect(says(withRule(0.4, -0.02), true, 0.36)).not.toContain("clearly better");
  expect(says(withRule(0.4, -0.02), false, 0.3)).toContain("better than chances that no panel can report");
  expect(says(withRule(0.4, -0.02), false, 0.36)).not.toContain("clearly better");
});

it("says what is not known yet, and what will never be known", () => {
  expect(unknownSentence({ closed, pendingCount: 1, lostCount: 0 })).toBe(
    "Not known: 1 outcome not recorded yet, 1 pair that no auditor judged and the outcomes of 7 people who were not picked.",
  );
});
