import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import type { FieldWords } from "#server/study/words.ts";
import { sharesIn } from "./policy-shares.ts";
import type { StoredPolicy } from "./policy-weights.ts";

export type RuleShare = { readonly rule: number; readonly share: number; readonly before: number | null };

/** The shares of the policy that "accept no one" and "accept everyone" hold. */
export type ConstantWeights = { readonly none: number; readonly all: number };

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
