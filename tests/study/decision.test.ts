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
    expect(decisionAsQuestion("wer zugelassen wird")).toBe("Wer zugelassen wird?");
    expect(decisionAsQuestion("a quién se invita")).toBe("¿A quién se invita?");
  });

  it("begins with who in English, German or Spanish", () => {
    const english = [undefined, "", "who is admitted", "Whom we invite", "whose work is shown"];
    for (const typed of [
      ...english,
      "Wer zugelassen wird",
      "wem geholfen wird",
      "quién es admitido",
      "A quién se invita",
    ]) {
      expect(isDecision(typed)).toBe(true);
    }
    for (const typed of ["admission", "who", "wholesale prices", "Werkstatt", "quienquiera"])
      expect(isDecision(typed)).toBe(false);
  });
});
