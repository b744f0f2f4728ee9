import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";

/**
 * The settings of mode `guarded`, parsed. A "step" is how far τ falls after a violating round, the most it rises after
 * a quiet one, and how far below 0 it can go.
 */
export type GuardedSettings = {
  /** α, in [1e-5, 1). */
  readonly alpha: number;
  /** ε, in (0, α]. */
  readonly eps: number;
  /** k: the largest number of people in a round, even if a round has fewer. */
  readonly roundSize: number;
  /** c, above 0: how many reports are allowed, in √T. */
  readonly allowance: number;
  readonly step: number;
  /** τ before the first round. */
  readonly tauStart: number;
  /** M, above 0: how many times the worst-case rate η may reach. */
  readonly pace: number;
  /** Λ, above 0: log weight that one verdict may move. */
  readonly trust: number;
  /** B, above 0: how much correction is allowed altogether, in k √(t ln N). */
  readonly budget: number;
  /** Label losses are clipped at the leader's plus (forget + ln t)/η; null: never. No theorem covers it. */
  readonly forget: number | null;
  /** Whether the target of a correction rises where "accept everyone" outweighs "accept no one". */
  readonly upwards: boolean;
  /** Whether outcomes are shrunk while the known ones are clearly more often "no". No theorem on errors covers it. */
  readonly rareYes: boolean;
  /** How many openings after its close enforce a verdict; null: all of them. */
  readonly rememberFor: number | null;
};

/** The margin by which gaps stay under the limit, so that rounding lifts no gap above α. */
export const LIMIT_MARGIN = 1e-9;

/** The largest number of remembered verdicts. */
export const VERDICT_LIMIT = 256;

/** The largest move of a log weight in one step of the sweep. */
export const LARGEST_TILT = 20;

/**
 * Parses the settings of a spec.
 *
 * @param spec a validated spec
 * @throws LearnerError "setting-missing" in another mode
 */
export function guardedSettings({ guarded: spec, alpha, eps, roundSize }: LearnerSpec): GuardedSettings {
  if (spec === undefined) throw new LearnerError("setting-missing", "mode guarded needs its settings");
  return {
    alpha: parseNumber(alpha),
    eps: parseNumber(eps),
    roundSize,
    allowance: parseNumber(spec.allowance),
    step: parseNumber(spec.step),
    tauStart: parseNumber(spec.tauStart),
    pace: parseNumber(spec.pace),
    trust: parseNumber(spec.trust),
    budget: parseNumber(spec.budget),
    forget: spec.forget === null ? null : parseNumber(spec.forget),
    upwards: spec.upwards === true,
    rareYes: spec.rareYes === true,
    rememberFor: spec.rememberFor ?? null,
  };
}
