import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { LearnerSpec, PairRule } from "#server/learner/config/spec.ts";
import type { LearnerChoice, SimulationPlan } from "./plan.ts";
import type { World } from "./world.ts";

/** Returns the spec of one learner of the plan. Values that the choice leaves open are the defaults of its mode. */
export function learnerSpec(
  plan: SimulationPlan,
  { population, hypotheses }: World,
  choice: LearnerChoice,
  horizon: number,
): LearnerSpec {
  const { learner, mode, anytime } = choice;
  const isPaper = mode === "paper";
  const isGuarded = mode === "guarded";
  const delta = choice.delta ?? (mode === "ix" ? DEFAULTS.delta : undefined);
  const resampleCount =
    choice.resampleCount ?? (learner === "ftpl" && !isPaper ? DEFAULTS.resampleCount : undefined);
  const prior = priorOf(choice);
  const draw = choice.draw ?? (isGuarded ? "even" : "one-rule");
  const isOpenEnded = anytime || isGuarded;
  return {
    learner,
    version: 1,
    kernel: DEFAULTS.kernel,
    mode,
    columns: population.columns,
    hypotheses,
    roundSize: plan.roundSize,
    horizon: isOpenEnded ? null : horizon,
    afterHorizon: isOpenEnded ? "anytime" : "end",
    alpha: plan.alpha,
    eps: plan.eps,
    fairnessMultiplier: choice.fairnessMultiplier,
    pairRule: choice.pairRule ?? pairRuleOf(choice),
    rejectedHalves: choice.rejectedHalves ?? (isGuarded ? "at-close" : DEFAULTS.rejectedHalves),
    ...(prior && { prior }),
    ...(draw === "even" && { draw }),
    ...(choice.picks && { picks: choice.picks }),
    ...((isGuarded || choice.guarded) && { guarded: { ...DEFAULTS.guarded, ...choice.guarded } }),
    ...(delta === undefined ? {} : { delta }),
    ...(resampleCount === undefined ? {} : { resampleCount }),
    ...(choice.omegaMultiplier === undefined ? {} : { omegaMultiplier: choice.omegaMultiplier }),
  };
}

function pairRuleOf({ mode }: LearnerChoice): PairRule {
  if (mode === "guarded") return "all";
  return mode === "paper" ? DEFAULTS.paperPairRule : DEFAULTS.pairRule;
}

function priorOf({ prior, mode }: LearnerChoice): LearnerSpec["prior"] {
  if (prior === "uniform") return undefined;
  if (prior !== undefined) return { kind: "constants", ...prior };
  if (mode !== "guarded") return undefined;
  return { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare };
}
