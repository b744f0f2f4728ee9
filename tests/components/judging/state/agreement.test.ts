import { describe, expect, it } from "vitest";
import { fromBallot, type Pair, pairKeyOf, type VerdictWord } from "#components/judging/ballots/verdicts.ts";
import { agreementInWords, agreementOf } from "#components/judging/state/agreement.ts";

const pairs: Pair[] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 3],
];
const first = fromBallot([
  [0, 1, "unfair"],
  [0, 2, "unsure"],
  [1, 3, "unfair"],
]);

describe("second answers", () => {
  it("are compared with the first ones only on repeated pairs", () => {
    const again = new Map<string, VerdictWord>([
      ["0-1", "unfair"],
      ["0-2", "acceptable"],
      ["1-3", "unfair"],
    ]);
    const agreement = agreementOf(
      { pairs, repeatCount: 3 },
      first,
      (pair) => again.get(pairKeyOf(pair)) ?? null,
    );
    expect(agreement).toEqual({ open: [[0, 3]], answered: 2, same: 1 });
    expect(agreementInWords(agreement)).toBe(
      "You gave the same answer on 1 of 2 pairs that you answered twice.",
    );
  });

  it("are not compared if the first answer was withdrawn", () => {
    const agreement = agreementOf({ pairs, repeatCount: 1 }, new Map(), () => "unsure");
    expect(agreement).toEqual({ open: [], answered: 1, same: 0 });
  });
});
