import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { exp2Growth } from "#server/learner/exp2/growth.ts";
import { chanceRadius, ftplGrowth } from "#server/learner/ftpl/growth.ts";
import { drawnRuleCount } from "#server/learner/ftpl/settings.ts";

/**
 * Returns the theorems about a study's learner with the study's own numbers.
 * @returns null where they say nothing at all: no margin ε, or a class of one rule
 */
export function theoremFigures(
  spec: LearnerSpec,
  { size, separatorSize, closedCount }: { size: number; separatorSize: number; closedCount: number },
) {
  const eps = Number(spec.eps);
  const { roundSize, learner } = spec;
  if (!(eps > 0 && eps < 1) || size < 2) return null;
  const horizon = spec.horizon ?? Math.max(1, closedCount);
  /** `rounds`: T, the study's own, or where it has none the rounds closed so far. */
  const shared = { roundSize, ruleCount: size, rounds: horizon, isOwnHorizon: spec.horizon !== null, eps };
  const input = { roundSize, size, horizon, eps };
  // Theorems 4.4 and 4.5.
  if (learner === "exp2") return { ...shared, learner, growth: exp2Growth(input) };
  if (separatorSize < 1) return null;
  const delta = Number(DEFAULTS.delta);
  // Theorems 4.8, 4.9 and 4.12 and Lemma 4.13.
  return {
    ...shared,
    learner,
    growth: ftplGrowth({ ...input, separatorSize, delta }),
    separatorSize,
    delta,
    /**
     * How far any published chance may be from the learner's own, as a share of 1, in all rounds at once and with
     * probability 1 - delta.
     */
    chanceRadius: chanceRadius({ roundSize, horizon, delta, resampleCount: drawnRuleCount(spec) }),
  };
}

export type TheoremFigures = NonNullable<ReturnType<typeof theoremFigures>>;
