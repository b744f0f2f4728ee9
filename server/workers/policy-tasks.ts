import { applyStep } from "#server/audit-log/apply-step.ts";
import type { LearnerStep } from "#server/audit-log/learner-steps.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import type { FieldWords } from "#server/study/words.ts";
import { type Carried, type KindPoint, MoveTracker } from "./kind-moves.ts";
import { stateOf } from "./learner-tasks.ts";
import { kindsOf, policyAt } from "./measured-policy.ts";
import { sharesIn } from "./policy-shares.ts";
import type { PolicyParameters, StoredPolicy } from "./policy-weights.ts";
import { bytesOfState } from "./state-bytes.ts";

/** A round whose policy is measured after this number of steps. */
export type MeasuredStep = {
  readonly after: number;
  readonly moment: PolicyParameters;
  readonly keep: boolean;
};

export type RuleShare = { readonly rule: number; readonly share: number; readonly before: number | null };

/** The shares of the policy that "accept no one" and "accept everyone" hold. */
export type ConstantWeights = { readonly none: number; readonly all: number };

/** A measured round: the entropy of its policy, its state if that is kept, and the chances of each kind of people. */
export type TracedPoint = {
  readonly bits: number;
  readonly snapshot: Uint8Array | null;
  readonly kinds: KindPoint;
};

/**
 * Continues from a state step by step and measures the policy at each mark. Marks are in order.
 *
 * @param input.kinds people whose mean chances are followed
 * @param input.carried the result of the previous measurement
 * @param input.end the moment of the policy after the last step, if that is to be measured too
 */
export function tracePolicy(input: {
  spec: LearnerSpec;
  snapshot: Uint8Array | null;
  steps: readonly LearnerStep[];
  marks: readonly MeasuredStep[];
  kinds: readonly (readonly Features[])[];
  carried: Carried | null;
  end: PolicyParameters | null;
}): { snapshot: Uint8Array; points: TracedPoint[]; carried: Carried | null; end: KindPoint | null } {
  const { spec, steps, marks } = input;
  let state = stateOf(input);
  const tracker = new MoveTracker(spec, kindsOf(state, input.kinds), input.carried);
  const points: TracedPoint[] = [];
  for (let done = 0; done <= steps.length; done += 1) {
    for (const mark of marks.filter(({ after }) => after === done)) {
      const policy = policyAt(spec, state, mark.moment);
      const kinds = tracker.mark(state, mark.moment, policy);
      points.push({ bits: policy.bits(), snapshot: mark.keep ? storedBytes(spec, state) : null, kinds });
    }
    const step = steps[done];
    if (step === undefined) continue;
    const before = state;
    state = applyStep(spec, before, step);
    tracker.step(step.kind, before, withoutPairs(spec, before, step), state);
  }
  const end = input.end && tracker.at(state, policyAt(spec, state, input.end));
  return { snapshot: storedBytes(spec, state), points, carried: tracker.carried(), end };
}

function storedBytes(spec: LearnerSpec, state: LearnerState): Uint8Array {
  return bytesOfState(learnerOf(spec).serialise(state));
}

/** Returns the state after a close as if no pair had been reported; null if none was. */
function withoutPairs(spec: LearnerSpec, state: LearnerState, step: LearnerStep): LearnerState | null {
  if (step.kind !== "round" || step.round.pairs.length === 0) return null;
  return applyStep(spec, state, { kind: "round", round: { ...step.round, pairs: [] } });
}

/**
 * Compares two policies: the heaviest rules of one with their shares in the other, and the heaviest of the other that
 * are not among them. Equal shares: lower number in the catalogue first.
 */
export function comparePolicies(input: {
  spec: LearnerSpec;
  after: StoredPolicy;
  before: StoredPolicy | null;
  count: number;
}): { heaviest: RuleShare[]; fallen: RuleShare[]; constants: ConstantWeights } {
  const { spec, count } = input;
  const after = sharesIn(spec, input.after);
  const before = input.before && sharesIn(spec, input.before);
  const rules = hypothesisClass(spec.columns, spec.hypotheses);
  const rowOf = (hypothesis: number): RuleShare => ({
    rule: hypothesis,
    share: after.shareOf(hypothesis),
    before: before?.shareOf(hypothesis) ?? null,
  });
  const heaviest = after.heaviest(count);
  const fallen = before ? before.heaviest(count).filter((rule) => !heaviest.includes(rule)) : [];
  const { none, all } = rules.constants;
  const constants = { none: after.shareOf(none), all: after.shareOf(all) };
  return { heaviest: heaviest.map(rowOf), fallen: fallen.map(rowOf), constants };
}

/**
 * Describes a class: its number of rules, the number of contexts that distinguish them, and some of the rules in words.
 */
export function describeRules(input: {
  spec: Pick<LearnerSpec, "columns" | "hypotheses">;
  fields: readonly FieldWords[];
  rules: readonly number[];
}): { size: number; separatorSize: number; sentences: string[] } {
  const { spec, fields } = input;
  const rules = hypothesisClass(spec.columns, spec.hypotheses, ruleWordsIn(fields));
  const sentences = input.rules.map((rule) => rules.sentence(rule));
  return { size: rules.size, separatorSize: rules.separator.size, sentences };
}
