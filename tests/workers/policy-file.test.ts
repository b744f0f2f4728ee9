import { describe, expect, it } from "vitest";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { learnerOf } from "#server/learner/learners.ts";
import { policyChances } from "#server/study/policy/chances.ts";
import { policyFileSchema } from "#server/study/policy/policy-file.ts";
import { makePolicyFile } from "#server/workers/policy-file-tasks.ts";
import { guardedSpec, smallSpec } from "#tests/learner/fixtures.ts";
import { madePolicies, specsOfEveryLearner } from "#tests/setup/played-policies.ts";

/** Makes the policy file of a first round of one person. */
function firstPolicy(spec: LearnerSpec, chances?: readonly string[]) {
  const people = [["2"]];
  const { eta, guard = null, ...opening } = learnerOf(spec).open(learnerOf(spec).init(spec), people, "00");
  const facts = {
    ...{ study: "first", round: 1, opening: { seq: 1, hash: "0".repeat(64) }, columns: [] },
    ...{ eta, noiseSeed: "00", guard, picks: null, chances: chances ?? opening.chances },
  };
  const columns = [
    { name: "score", type: "number" as const, label: "score", unit: "", isDate: false, words: {} },
  ].map((column) => ({ ...column, range: null, values: null }));
  return makePolicyFile({ spec, snapshot: null, people, facts: { ...facts, columns } });
}

describe("a policy file", () => {
  it.each(specsOfEveryLearner)("gives the chances of the log to the last bit: $name", ({ spec }) => {
    for (const { policy, people, opening } of madePolicies(spec)) {
      expect(policyFileSchema.parse(JSON.parse(JSON.stringify(policy)))).toEqual(policy);
      expect(policyChances(policy, people, "round")).toEqual(opening.chances);
    }
  });

  it("gives a person alone the same chance whatever other people there are, without a limit", () => {
    const { spec } = specsOfEveryLearner.find(({ name }) => name === "guarded, conjunctions 1") ?? {};
    const [made] = madePolicies(spec as LearnerSpec);
    const together = policyChances(made?.policy as never, made?.people ?? [], "base");
    const alone = made?.people.flatMap((person) => policyChances(made.policy, [person], "base"));
    expect(together).toEqual(alone);
  });

  it("is not made with more rules or cuts than it lists", () => {
    const range = { column: "score", from: "0", step: "1" };
    const cuts = (count: number): LearnerSpec => ({
      ...smallSpec,
      hypotheses: { kind: "thresholds", version: 1, cuts: [{ ...range, count }] },
    });
    expect(firstPolicy(cuts(10_000))?.rules).toHaveLength(20_002);
    expect(firstPolicy(cuts(20_001))).toBeNull();
    expect(firstPolicy({ ...guardedSpec, hypotheses: cuts(10_001).hypotheses })).toBeNull();
  });

  it("is not made if it would give other chances than the log", () => {
    expect(() => firstPolicy(guardedSpec, ["0.25"])).toThrow("logged 0.25");
  });
});
