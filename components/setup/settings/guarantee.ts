import { noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { ruleCount } from "#server/study/rules/rules.ts";
import { buildSettings, missingSettings } from "#server/study/settings/settings.ts";
import { certainRound, type Promised, promiseOf } from "./promise.ts";

/** A guarantee or a bound in numbers, or none: FTPL's theorems come without constants. */
export type Guarantee =
  | {
      readonly kind: "bound";
      readonly rules: number;
      /** Whether it also holds against policies chosen after the fact. */
      readonly isForAny: boolean;
      /** Number of rounds from which the bound is informative; null if that number is too large to count. */
      readonly from: number | null;
      /** The bound on unfair rounds after T, and T; null without T. */
      readonly atHorizon: { readonly rounds: number; readonly bound: number } | null;
    }
  /** Mode guarded: certain, whatever the panel does. */
  | ({ readonly kind: "promise"; readonly certainUntil: number } & Promised)
  | { readonly kind: "no-numbers"; readonly source: "paper" | "derived" | "heuristic" };

/** Returns what is proven about rounds with unfair pairs under these settings; null while something is missing. */
export function guaranteeOf(settings: SettingsDraft, context: RulesContext | null): Guarantee | null {
  const rules = ruleCount(context);
  if (context === null || rules === null || missingSettings(settings, context).length > 0) return null;
  const { learner } = buildSettings(settings, context);
  if (learner.learner === "ftpl") {
    const isHeuristic = learner.omegaMultiplier !== undefined;
    const source = learner.mode === "paper" ? "paper" : isHeuristic ? "heuristic" : "derived";
    return { kind: "no-numbers", source };
  }
  if (learner.guarded !== undefined) {
    const certainUntil = certainRound(learner.guarded, learner.alpha, rules);
    return { kind: "promise", certainUntil, ...promiseOf(learner.guarded, learner.horizon) };
  }
  const bound = { kind: "bound", rules, isForAny: learner.mode === "ix" } as const;
  // Mode paper may have alpha = 0. Then there is no margin, and nothing can be guaranteed.
  if (Number(learner.eps) === 0) return { ...bound, from: null, atHorizon: null };
  const from = noGuaranteeBelow(learner, rules);
  const rounds = learner.horizon;
  return {
    ...bound,
    from: Number.isFinite(from) ? from : null,
    atHorizon: rounds === null ? null : { rounds, bound: violatingRoundsBound(learner, rules, rounds) },
  };
}
