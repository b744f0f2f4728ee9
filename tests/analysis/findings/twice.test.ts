import { expect, test } from "vitest";
import { addTwice, twiceIn } from "#server/analysis/findings/twice.ts";
import type { Verdict } from "#server/audit-log/verdicts.ts";

const first: Verdict[] = [
  [0, 1, "unfair"],
  [0, 2, "acceptable"],
];

test("counts pairs with two answers of one seat, and equal answers", () => {
  const again: Verdict[] = [
    [0, 1, "unfair"],
    [0, 2, "unsure"],
    // Without a counted answer it was not answered twice.
    [0, 3, "unfair"],
  ];
  const rounds = [
    {
      seats: [
        { id: "s1", verdicts: first, again },
        { id: "s2", verdicts: first },
        { id: "s3", verdicts: null, again },
      ],
    },
  ];
  expect(twiceIn(rounds)).toEqual({ same: 1, asked: 2, seats: ["s1"] });
  const other = { same: 2, asked: 2, seats: ["s1", "s4"] };
  expect(addTwice([twiceIn(rounds), other])).toEqual({ same: 3, asked: 4, seats: ["s1", "s4"] });
});
