import type { GuardedSpec } from "#server/learner/config/spec.ts";
import { certainUntil, mostReports } from "#server/learner/guarded/allowance.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { pointsToShare } from "#server/study/points.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { ruleCount } from "#server/study/rules/rules.ts";
import { guardedProblems, guardedSpec } from "#server/study/settings/guarded.ts";

/** Guarantee of mode `guarded` (theorem A): certain, whatever the panel does. */
export type Promised = {
  readonly reports: number;
  readonly rounds: number;
};

/** Number of rounds for which the guarantee is stated if the study has no planned length. */
const usualRounds = 50;

/** Longer plans are stated for their first rounds, since the exact number is counted round by round. */
const countedRounds = 2_000;

/** Returns the exact guarantee, never a rounded formula. */
export function promiseOf(
  { allowance, step, tauStart }: Pick<GuardedSpec, "allowance" | "step" | "tauStart">,
  horizon: number | null,
): Promised {
  const rounds = Math.min(horizon ?? usualRounds, countedRounds);
  const settings = { allowance: Number(allowance), step: Number(step), tauStart: Number(tauStart) };
  return { reports: mostReports(settings, rounds), rounds };
}

/** Returns the round up to which a guarantee holds regardless of the corrections. */
export function certainRound(guarded: GuardedSpec, alpha: string, rules: number): number {
  return certainUntil(
    { budget: Number(guarded.budget), alpha: Number(alpha), upwards: guarded.upwards === true },
    rules,
  );
}

/** Returns the guarantee that an option of the dial gives under these settings; null while they are invalid. */
export function draftPromise(
  settings: SettingsDraft,
  allowance: SettingsDraft["guarded"]["allowance"] = settings.guarded.allowance,
): Promised | null {
  if (guardedProblems(settings).length > 0) return null;
  return promiseOf(guardedSpec({ ...settings.guarded, allowance }), plannedRounds(settings));
}

/** Returns the round up to which a draft's guarantee is certain; null while there are no rules. */
export function draftCertainty(settings: SettingsDraft, context: RulesContext | null): number | null {
  const rules = ruleCount(context);
  const alpha = settings.alphaPoints.trim();
  const isAlpha = isDecimal(alpha) && Number(alpha) >= 0 && Number(alpha) < 100;
  if (rules === null || !isAlpha || guardedProblems(settings).length > 0) return null;
  return certainRound(guardedSpec(settings.guarded), pointsToShare(alpha), rules);
}

function plannedRounds({ horizon }: SettingsDraft): number | null {
  return /^[1-9]\d{0,9}$/.test(horizon.trim()) ? Number(horizon) : null;
}
