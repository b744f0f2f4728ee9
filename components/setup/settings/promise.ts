import type { GuardedSpec } from "#server/learner/config/spec.ts";
import { certainUntil, mostReports } from "#server/learner/guarded/allowance.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { ruleCount } from "#server/study/rules/rules.ts";
import { guardedProblems, guardedSpec } from "#server/study/settings/guarded.ts";
import { pointsToShare } from "#server/study/settings/settings.ts";

/** What is promised of mode `guarded` (theorem A): surely, whatever the panel does. */
export type Promised = {
  readonly reports: number;
  readonly rounds: number;
};

/** Without a plan the promise is stated for so many rounds. */
const usualRounds = 50;

/** Longer plans are stated for their first rounds: the exact number is counted round by round. */
const countedRounds = 2_000;

/** The exact promise, never a rounded formula. */
export function promiseOf(
  { allowance, step, tauStart }: Pick<GuardedSpec, "allowance" | "step" | "tauStart">,
  horizon: number | null,
): Promised {
  const rounds = Math.min(horizon ?? usualRounds, countedRounds);
  const settings = { allowance: Number(allowance), step: Number(step), tauStart: Number(tauStart) };
  return { reports: mostReports(settings, rounds), rounds };
}

/** Until which round a promise holds without looking at the corrections. */
export function certainRound(guarded: GuardedSpec, alpha: string, rules: number): number {
  return certainUntil({ budget: Number(guarded.budget), alpha: Number(alpha) }, rules);
}

/** The promise that each choice of the dial makes under these settings; null while they are wrong. */
export function draftPromise(
  settings: SettingsDraft,
  allowance: SettingsDraft["guarded"]["allowance"] = settings.guarded.allowance,
): Promised | null {
  if (guardedProblems(settings).length > 0) return null;
  return promiseOf(guardedSpec({ ...settings.guarded, allowance }), plannedRounds(settings));
}

/** Until which round a draft's promise is certain; null while there are no rules. */
export function draftCertainty(settings: SettingsDraft, context: RulesContext | null): number | null {
  const rules = ruleCount(context);
  const alpha = settings.alphaPoints.trim();
  const isAlpha = isDecimal(alpha) && Number(alpha) >= 0 && Number(alpha) < 100;
  if (rules === null || !isAlpha || guardedProblems(settings).length > 0) return null;
  return certainRound(guardedSpec(settings.guarded), pointsToShare(alpha), rules);
}

/** "at most 6 of the first 50 rounds end in a report" */
export function promiseWords({ reports, rounds }: Promised): string {
  return `at most ${grouped(reports)} of the first ${grouped(rounds)} rounds`;
}

/** "Certain up to round 495, later as long as no correction is cut." */
export function certaintyWords(round: number): string {
  return `Certain up to round ${grouped(round)}, later as long as no correction is cut.`;
}

function plannedRounds({ isHorizonKnown, horizon }: SettingsDraft): number | null {
  return isHorizonKnown && /^[1-9]\d{0,9}$/.test(horizon.trim()) ? Number(horizon) : null;
}

function grouped(count: number): string {
  return count.toLocaleString("en-GB");
}
