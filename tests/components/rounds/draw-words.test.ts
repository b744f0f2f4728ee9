import { describe, expect, it } from "vitest";
import { comingPicks, evenPicks } from "#components/rounds/draw-words.ts";
import { limitWords } from "#components/rounds/limit-words.ts";

describe("the number of picks", () => {
  it("is the sum of the chances rounded up or down with an even draw", () => {
    expect(comingPicks(["0.7", "0.6", "0.5", "0.5", "0.5", "0.4"], true)).toBe(
      "3 or 4 of these 6 people will be picked: the chances add up to 3.2.",
    );
  });

  it("is one number if the chances add up to it exactly", () => {
    // In doubles 0.1 + 0.2 + 0.7 is 0.9999999999999999.
    expect(comingPicks(["0.1", "0.2", "0.7"], true)).toBe(
      "1 of these 3 people will be picked: the chances add up to 1.",
    );
  });

  it("does not show the sum as an integer that it only approximates", () => {
    expect(comingPicks(["0.5", "0.50000000000000001"], true)).toBe(
      "1 or 2 of these 2 people will be picked: the chances add up to just over 1.",
    );
    expect(comingPicks(["0.99", "0.99"], true)).toBe(
      "1 or 2 of these 2 people will be picked: the chances add up to just under 2.",
    );
    expect(comingPicks(["0.01"], true)).toBe(
      "0 or 1 of 1 person will be picked: the chances add up to just over 0.",
    );
  });

  it("is the expected number if one rule decides for all people", () => {
    expect(comingPicks(["0.7", "0.6"], false)).toBe(
      "One rule will be drawn for all 2 people of this round. The chances add up to 1.3: that is the average number picked. It may be none or all.",
    );
  });

  it("is compared with the actual number after the draw", () => {
    expect(evenPicks(["0.7", "0.6"], 1)).toBe("1 of 2 was picked; the chances added up to 1.3.");
  });
});

describe("the limit of a round", () => {
  const guard = { limit: 0.3 * (1 - 1e-9), isMoved: true, isCut: false, baseSpread: 0.482 };

  it("shows whether chances were moved for it, and whether the budget was too small", () => {
    expect(limitWords({ ...guard, isMoved: false, baseSpread: 0.1 })).toBe(
      "In this round chances may differ by at most 30 points. The policy alone stayed within that.",
    );
    expect(limitWords(guard)).toBe(
      "In this round chances may differ by at most 30 points. The policy alone would have put these people 48.2 points apart, so all chances were moved closer together.",
    );
    expect(limitWords({ ...guard, isCut: true })).toMatch(
      /as far as the remaining correction budget allowed\.$/,
    );
  });
});
