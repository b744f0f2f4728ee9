import { describe, expect, it } from "vitest";
import { decisionAsQuestion, decisionInWords, isDecision, plainDecision } from "#server/study/decision.ts";

describe("what a study decides", () => {
  it("stands in the middle of a sentence, however it was typed", () => {
    expect(decisionInWords(" Who gets a small loan? ")).toBe("who gets a small loan");
    expect(decisionInWords("whose work is shown...")).toBe("whose work is shown");
    for (const nothing of [undefined, "", "  ", "?"]) expect(decisionInWords(nothing)).toBe(plainDecision);
  });

  it("is asked with every pair", () => {
    expect(decisionAsQuestion("who gets a small loan")).toBe("Who gets a small loan?");
  });

  it("begins with who, whom or whose", () => {
    for (const typed of [undefined, "", "who is admitted", "Whom we invite", "whose work is shown"]) {
      expect(isDecision(typed)).toBe(true);
    }
    for (const typed of ["admission", "who", "wholesale prices"]) expect(isDecision(typed)).toBe(false);
  });
});
