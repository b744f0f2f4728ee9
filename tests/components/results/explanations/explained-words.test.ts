import { expect, it } from "vitest";
import { reportedPairWords } from "#components/results/explanations/explained-words.ts";

const pair = (isHigher: boolean, flagCount: number, isAnnulled = false) => ({
  isHigher,
  flagCount,
  isAnnulled,
});

it("says once for each side what the panel reported, and counts pairs with equal flags together", () => {
  const pairs = [pair(false, 4), pair(true, 3), pair(false, 4), pair(false, 5), pair(false, 5, true)];
  expect(reportedPairWords({ pairs, seatCount: 5 })).toEqual([
    {
      title: "The panel reported 4 pairs in which your chance was unfairly lower than the other person’s.",
      lines: [
        "2 of these pairs: 4 of 5 auditors flagged each.",
        "5 of 5 auditors flagged the pair.",
        "5 of 5 auditors flagged the pair. A later panel took this back.",
      ],
    },
    {
      title: "The panel reported one pair in which your chance was unfairly higher than the other person’s.",
      lines: ["3 of 5 auditors flagged the pair."],
    },
  ]);
});
