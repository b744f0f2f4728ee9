import { noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import { type RulesContext, ruleCount } from "#server/schemas/draft-rules.ts";
import { buildSettings, missingSettings } from "#server/schemas/draft-settings.ts";
import type { SettingsDraft } from "#server/schemas/study-draft.ts";

export type Guarantee = {
  readonly rules: number;
  /** The number of rounds from which the bound says something; null: never within what can be counted. */
  readonly from: number | null;
  /** The bound on unfair rounds after T, and T; null without T. */
  readonly atHorizon: { readonly rounds: number; readonly bound: number } | null;
};

/** What is proven about rounds with unfair pairs under these settings; null while something is missing. */
export function guaranteeOf(settings: SettingsDraft, context: RulesContext | null): Guarantee | null {
  const rules = ruleCount(context);
  if (context === null || rules === null || missingSettings(settings).length > 0) return null;
  const { learner } = buildSettings(settings, context);
  // Mode paper may have alpha = 0, and then there is no margin to guarantee anything with.
  if (Number(learner.eps) === 0) return { rules, from: null, atHorizon: null };
  const from = noGuaranteeBelow(learner, rules);
  const rounds = learner.horizon;
  return {
    rules,
    from: Number.isFinite(from) ? from : null,
    atHorizon: rounds === null ? null : { rounds, bound: violatingRoundsBound(learner, rules, rounds) },
  };
}
