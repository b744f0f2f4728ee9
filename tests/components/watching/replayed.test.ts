import { expect, it } from "vitest";
import { isReplayed, replayedKinds } from "#components/watching/replayed.ts";
import type { LearnerSpec } from "#server/learner/spec/spec.ts";
import { PREDICATE_KINDS } from "#tests/replay/rules-predicates.ts";

it("says of the independent replay that it knows the kinds of rules it knows", () => {
  expect([...replayedKinds].sort()).toEqual(["thresholds", ...PREDICATE_KINDS].sort());
});

it("knows Exp2 in all modes, and no other learner", () => {
  const spec = (part: object) => part as LearnerSpec;
  const hypotheses = { kind: "parities" };
  for (const mode of ["known", "paper", "ix", "guarded"]) {
    expect(isReplayed(spec({ learner: "exp2", mode, hypotheses }))).toBe(true);
  }
  expect(isReplayed(spec({ learner: "ftpl", mode: "known", hypotheses }))).toBe(false);
  expect(isReplayed(spec({ learner: "exp2", mode: "known", hypotheses: { kind: "scorecards" } }))).toBe(
    false,
  );
});
