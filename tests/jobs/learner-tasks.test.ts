import { expect, it } from "vitest";
import { openRound, reopenRound } from "#server/jobs/learner-tasks.ts";
import { person, smallSpec } from "../learner/fixtures.ts";

const seed = "0".repeat(64);

it("hands running totals over in memory that both threads read, with the same numbers", () => {
  const input = { spec: smallSpec, snapshot: null, people: [1, 2, 3].map(person), noiseSeed: seed };
  const opened = openRound(input);
  const { opening } = reopenRound({ ...input, resampleSeed: seed });
  for (const { cumulative } of [opened, opening]) {
    expect(cumulative?.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect([...(cumulative ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  }
});
