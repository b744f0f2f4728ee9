import { describe, expect, it } from "vitest";
import {
  changedWords,
  effectWords,
  expiryWords,
  verdictName,
} from "#components/results/policy/verdict-words.ts";

const verdict = {
  ...{ round: 4, high: 7, low: 2, gapThen: 0.27, bound: 0.22, gapNow: 0.1, isBinding: false },
  openingsLeft: null,
};
const kept = { limit: 256, rememberFor: null };

describe("a remembered verdict", () => {
  it("names people as on the pages", () => {
    expect(verdictName(verdict)).toBe("Person\u00a08 over Person\u00a03, round\u00a04");
  });

  it("describes its remaining effect", () => {
    expect(effectWords(verdict)).toBe("Kept closer than 22 points; no longer binding");
    expect(effectWords({ ...verdict, gapNow: 0.22, isBinding: true })).toBe(
      "Kept closer than 22 points; binding: changes the policy",
    );
    expect(effectWords({ ...verdict, bound: 0.215, gapNow: 0.25, isBinding: true })).toBe(
      "To be closer than 21.5 points, not reached yet; binding: changes the policy",
    );
  });

  it("shows when it expires, if ever", () => {
    expect(expiryWords(verdict)).toBe("");
    expect(expiryWords({ openingsLeft: 1 })).toBe("after this round");
    expect(expiryWords({ openingsLeft: 30 })).toBe("after 30 rounds, this one included");
  });
});

describe("what the panel changed", () => {
  const binding = { ...verdict, round: 6, gapThen: 0.33, gapNow: 0.2, isBinding: true };

  it("is counted, with the mean difference before and now", () => {
    const words = changedWords({ verdicts: [binding, verdict], openRound: 13, ...kept });
    expect(words).toBe(
      "2 differences that the panel rejected in 2 rounds are remembered. These pairs were 30 points apart on average when they were reported. In the policy of round\u00a013 the difference is 15. 1 of them still changes the policy.",
    );
  });

  it("is described for one, all and no pairs", () => {
    expect(changedWords({ verdicts: [binding], openRound: null, ...kept })).toMatch(
      /33 points apart when it was reported\. In the policy of the next round the difference is 20\. It still changes the policy\.$/,
    );
    expect(changedWords({ verdicts: [binding, binding], openRound: null, ...kept })).toMatch(
      /All of them still change the policy\.$/,
    );
    expect(changedWords({ verdicts: [verdict], openRound: null, ...kept })).toMatch(
      /None of them changes the policy any more\.$/,
    );
  });
});
