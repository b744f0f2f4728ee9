import { expect, test, vi } from "vitest";
import { isLearnerError, LearnerError } from "#server/learner/numeric/errors.ts";

test("an error of the learner is recognised if another bundle of the file created it", async () => {
  vi.resetModules();
  const other = await import("#server/learner/numeric/errors.ts");
  const foreign = new other.LearnerError("horizon-passed", "round 21 of 20");
  expect(foreign).not.toBeInstanceOf(LearnerError);
  expect(isLearnerError(foreign)).toBe(true);
  expect(isLearnerError(new LearnerError("range", "too much"))).toBe(true);
  expect([
    isLearnerError(new Error("range")),
    isLearnerError({ name: "LearnerError", code: "range" }),
  ]).toEqual([false, false]);
});
