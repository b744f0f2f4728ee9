import { DEFAULTS } from "#server/learner/config/params.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { chanceRadius, ftplGrowth, type Growth } from "#server/learner/ftpl/growth.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";

/** Theorems 4.8, 4.9 and 4.12 and Lemma 4.13 with a study's own numbers. */
export type TheoremFigures = {
  readonly growth: Growth;
  readonly roundSize: number;
  readonly ruleCount: number;
  readonly separatorSize: number;
  /** T: the study's own, or where it has none the rounds closed so far. */
  readonly rounds: number;
  readonly isOwnHorizon: boolean;
  readonly eps: number;
  readonly delta: number;
  /**
   * For a study that learns by FTPL: how far any published chance may be from the learner's own, as a share of 1, in
   * all rounds at once and with probability 1 - delta.
   */
  readonly chanceRadius: number | null;
};

/** @returns null where the theorems say nothing at all: no margin ε, or a class of one rule */
export function theoremFigures(
  spec: LearnerSpec,
  { size, separatorSize, closedCount }: { size: number; separatorSize: number; closedCount: number },
): TheoremFigures | null {
  const eps = Number(spec.eps);
  const delta = Number(DEFAULTS.delta);
  const { roundSize } = spec;
  if (!(eps > 0 && eps < 1) || size < 2 || separatorSize < 1) return null;
  const horizon = spec.horizon ?? Math.max(1, closedCount);
  const shared = { roundSize, horizon, delta };
  return {
    growth: ftplGrowth({ ...shared, size, separatorSize, eps }),
    roundSize,
    ruleCount: size,
    separatorSize,
    rounds: horizon,
    isOwnHorizon: spec.horizon !== null,
    eps,
    delta,
    chanceRadius:
      spec.learner === "ftpl" ? chanceRadius({ ...shared, resampleCount: drawnRuleCount(spec) }) : null,
  };
}
