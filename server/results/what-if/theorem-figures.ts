import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { type Exp2Growth, exp2Growth } from "#server/learner/exp2/growth.ts";
import { chanceRadius, ftplGrowth, type Growth } from "#server/learner/ftpl/growth.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";

/** The theorems about a study's learner with the study's own numbers. */
export type TheoremFigures = {
  readonly roundSize: number;
  readonly ruleCount: number;
  /** T: the study's own, or where it has none the rounds closed so far. */
  readonly rounds: number;
  readonly isOwnHorizon: boolean;
  readonly eps: number;
} & (
  | {
      /** Theorems 4.4 and 4.5. */
      readonly learner: "exp2";
      readonly growth: Exp2Growth;
    }
  | {
      /** Theorems 4.8, 4.9 and 4.12 and Lemma 4.13. */
      readonly learner: "ftpl";
      readonly growth: Growth;
      readonly separatorSize: number;
      readonly delta: number;
      /**
       * How far any published chance may be from the learner's own, as a share of 1, in all rounds at once and with
       * probability 1 - delta.
       */
      readonly chanceRadius: number;
    }
);

/** @returns null where the theorems say nothing at all: no margin ε, or a class of one rule */
export function theoremFigures(
  spec: LearnerSpec,
  { size, separatorSize, closedCount }: { size: number; separatorSize: number; closedCount: number },
): TheoremFigures | null {
  const eps = Number(spec.eps);
  const { roundSize, learner } = spec;
  if (!(eps > 0 && eps < 1) || size < 2) return null;
  const horizon = spec.horizon ?? Math.max(1, closedCount);
  const shared = { roundSize, ruleCount: size, rounds: horizon, isOwnHorizon: spec.horizon !== null, eps };
  const input = { roundSize, size, horizon, eps };
  if (learner === "exp2") return { ...shared, learner, growth: exp2Growth(input) };
  if (separatorSize < 1) return null;
  const delta = Number(DEFAULTS.delta);
  return {
    ...shared,
    learner,
    growth: ftplGrowth({ ...input, separatorSize, delta }),
    separatorSize,
    delta,
    chanceRadius: chanceRadius({ roundSize, horizon, delta, resampleCount: drawnRuleCount(spec) }),
  };
}
