import { conditionsIn, type FieldWords } from "#server/draft/words.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import { hypothesisClass } from "#server/learner/hypotheses/catalogue.ts";
import { type LearnerState, learnerOf } from "#server/learner/learners.ts";
import { sum } from "#server/learner/numbers/math.ts";
import { exponentialWeights } from "#server/learner/policy/weights.ts";
import { settingsAt } from "#server/learner/schedule.ts";
import type { Features, LearnerSpec } from "#server/learner/spec/spec.ts";
import type { LearnerStep } from "#server/log/learner-steps.ts";
import { stateOf, stepOn } from "./learner-tasks.ts";

/** What, besides the state, makes a policy: Exp2's eta (null: that of the next round), FTPL's noise. */
export type Moment = { readonly eta: string | null; readonly noiseSeed: string | null };

/** A policy as it can be computed again: a stored state (null: before the first update) and its moment. */
export type StoredPolicy = { readonly snapshot: Uint8Array | null; readonly moment: Moment };

/** A round's policy is looked at after so many of the steps. */
export type Mark = { readonly after: number; readonly moment: Moment; readonly keep: boolean };

export type RuleShare = { readonly rule: string; readonly share: number; readonly before: number | null };

/** Goes on from a state, step by step, and measures the policy at each mark. Marks are in order. */
export function tracePolicy(input: {
  spec: LearnerSpec;
  snapshot: Uint8Array | null;
  steps: readonly LearnerStep[];
  marks: readonly Mark[];
}): { snapshot: Uint8Array; points: { bits: number; snapshot: Uint8Array | null }[] } {
  const { spec, steps, marks } = input;
  const learner = learnerOf(spec);
  let state = stateOf(input);
  const points: { bits: number; snapshot: Uint8Array | null }[] = [];
  for (let done = 0; done <= steps.length; done += 1) {
    for (const mark of marks.filter(({ after }) => after === done)) {
      const shares = sharesOf(spec, state, mark.moment);
      points.push({ bits: entropyBits(shares), snapshot: mark.keep ? learner.snapshot(state) : null });
    }
    const step = steps[done];
    if (step !== undefined) state = stepOn(spec, state, step);
  }
  return { snapshot: learner.snapshot(state), points };
}

/**
 * The heaviest rules of a policy with their shares in another one, and the heaviest of that other one which are not among
 * them. Equal shares: lower number in the catalogue first.
 */
export function comparePolicies(input: {
  spec: LearnerSpec;
  fields: readonly FieldWords[];
  after: StoredPolicy;
  before: StoredPolicy | null;
  count: number;
}): { heaviest: RuleShare[]; fallen: RuleShare[] } {
  const { spec, count } = input;
  const after = sharesIn(spec, input.after);
  const before = input.before && sharesIn(spec, input.before);
  const rules = hypothesisClass(spec.columns, spec.hypotheses, conditionsIn(input.fields));
  const rowOf = (hypothesis: number): RuleShare => ({
    rule: rules.sentence(hypothesis),
    share: after[hypothesis] ?? Number.NaN,
    before: before?.[hypothesis] ?? null,
  });
  const heaviest = heaviestOf(after, count);
  const fallen = before ? heaviestOf(before, count).filter((rule) => !heaviest.includes(rule)) : [];
  return { heaviest: heaviest.map(rowOf), fallen: fallen.map(rowOf) };
}

/** How many rules a class has, and some of them in words. */
export function describeRules(input: {
  spec: Pick<LearnerSpec, "columns" | "hypotheses">;
  fields: readonly FieldWords[];
  rules: readonly number[];
}): { size: number; sentences: string[] } {
  const { spec, fields } = input;
  const rules = hypothesisClass(spec.columns, spec.hypotheses, conditionsIn(fields));
  return { size: rules.size, sentences: input.rules.map((rule) => rules.sentence(rule)) };
}

function sharesIn(spec: LearnerSpec, { snapshot, moment }: StoredPolicy): Float64Array {
  return sharesOf(spec, stateOf({ spec, snapshot }), moment);
}

/** The probability of each rule: [N], summing to one. FTPL: how often it is among the R rules that were drawn. */
function sharesOf(spec: LearnerSpec, state: LearnerState, moment: Moment): Float64Array {
  const weights = weightsOf(spec, state, moment);
  const total = sum(weights);
  return weights.map((weight) => weight / total);
}

function weightsOf(spec: LearnerSpec, state: LearnerState, moment: Moment): Float64Array {
  if ("oracle" in state) return drawnRules(spec, state, moment);
  // The base policy is the same whoever stands in the round.
  if ("core" in state) return openGuarded(state, [anybodyOf(spec)]).opening.weights;
  const rate = moment.eta === null ? settingsAt(spec, state.rules.size, state.t + 1).eta : Number(moment.eta);
  return exponentialWeights(state, rate, state.prior);
}

function drawnRules(spec: LearnerSpec, state: LearnerState, { noiseSeed }: Moment): Float64Array {
  if (noiseSeed === null) throw new Error("FTPL has no policy before its noise is drawn");
  // Who stands in the round does not matter to which rules are drawn.
  const { hypotheses } = learnerOf(spec).open(state, [anybodyOf(spec)], noiseSeed);
  const counts = new Float64Array(state.rules.size);
  for (const hypothesis of hypotheses ?? []) counts[hypothesis] = (counts[hypothesis] ?? 0) + 1;
  return counts;
}

function anybodyOf({ columns }: LearnerSpec): Features {
  return columns.map(() => null);
}

/** H = -Σ p log2 p, in bits; 0 log 0 = 0. Never below 0, where rounding would put a policy of one rule. */
function entropyBits(shares: Float64Array): number {
  const parts = new Float64Array(shares.length);
  for (const [rule, share] of shares.entries()) if (share > 0) parts[rule] = share * Math.log2(share);
  return Math.max(0, -sum(parts));
}

function heaviestOf(shares: Float64Array, count: number): number[] {
  const best: number[] = [];
  const shareOf = (rule: number | undefined) => (rule === undefined ? -1 : (shares[rule] ?? -1));
  for (let rule = 0; rule < shares.length; rule += 1) {
    if (best.length === count && shareOf(rule) <= shareOf(best.at(-1))) continue;
    const place = best.findIndex((other) => shareOf(other) < shareOf(rule));
    best.splice(place < 0 ? best.length : place, 0, rule);
    if (best.length > count) best.pop();
  }
  return best.filter((rule) => shareOf(rule) > 0);
}
