import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { GuardedSpec, LearnerSpec } from "#server/learner/config/spec.ts";
import { addRound, NO_ROUNDS, type RunSums } from "#server/simulation/engine/metrics.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { type Case, lapsing } from "./cases.ts";
import { warmPrior } from "./warm-start.ts";
import type { PanelWorld } from "./worlds.ts";

export type Setting = {
  readonly world: PanelWorld;
  readonly k: number;
  readonly of: Case;
  readonly seed: number;
  /** The exact share of a round's people that is picked; null: as many as the policy accepts. */
  readonly share: number | null;
  /** Settings of mode guarded that differ from its defaults. */
  readonly guarded: Partial<GuardedSpec>;
};

/** Makes the run of mode `guarded` in a case; it does not know T, but a flip does. */
export function guardedRun(setting: Setting, rounds: number): RunSpec {
  const { world, k, of, seed } = setting;
  const { population, hypotheses } = world;
  const prior =
    of.history === null
      ? ({ kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare } as const)
      : warmPrior(hypothesisClass(population.columns, hypotheses), population, {
          history: of.history,
          roundSize: k,
          seed,
        });
  const learner: LearnerSpec = {
    ...knownLearner(setting, rounds),
    mode: "guarded",
    horizon: null,
    afterHorizon: "anytime",
    pairRule: "all",
    rejectedHalves: "at-close",
    prior,
    guarded: { ...DEFAULTS.guarded, ...setting.guarded },
  };
  return runOf(setting, rounds, learner);
}

/** Makes a run of mode `known` with T known; without fairness it ignores the panel. */
export function knownRun(setting: Setting, rounds: number, hearsPanel: boolean): RunSpec {
  return { ...runOf(setting, rounds, knownLearner(setting, rounds)), hearsPanel };
}

function knownLearner({ world, k, of, share }: Setting, rounds: number): LearnerSpec {
  return {
    learner: "exp2",
    version: 1,
    kernel: DEFAULTS.kernel,
    mode: "known",
    columns: world.population.columns,
    hypotheses: world.hypotheses,
    roundSize: k,
    horizon: rounds,
    afterHorizon: "end",
    alpha: "0.2",
    eps: "0.1",
    fairnessMultiplier: DEFAULTS.fairnessMultiplier,
    pairRule: DEFAULTS.pairRule,
    rejectedHalves: DEFAULTS.rejectedHalves,
    ...(of.draw === "even" ? { draw: "even" as const } : {}),
    ...(share === null ? {} : { picks: { rule: "exactly" as const, count: String(share * k) } }),
  };
}

function runOf({ world, of, seed }: Setting, rounds: number, learner: LearnerSpec): RunSpec {
  return {
    learner,
    rule: { kind: "at-least", flags: of.needed },
    population: world.population,
    environment: of.isFlipped ? { kind: "flip", after: Math.floor(rounds / 2) } : { kind: "iid" },
    panel: { auditors: lapsing(world.auditors, of) },
    outcomes: of.outcomes,
    seed,
    hearsPanel: true,
  };
}

/** Computes a run's sums after each requested round, by its number; 0 is before the first. */
export type Trace = ReadonlyMap<number, RunSums>;

/** @param look called with every round */
export function trace(
  spec: RunSpec,
  marks: readonly number[],
  look: (round: PlayedRound, sums: RunSums) => void = () => undefined,
): Trace {
  const run = bindRun(spec);
  let state = run.start();
  let sums = NO_ROUNDS;
  const found = new Map([[0, sums]]);
  const wanted = new Set(marks);
  for (let t = 1; t <= Math.max(...marks); t += 1) {
    const played = run.play(state);
    state = played.state;
    sums = addRound(sums, played.round);
    look(played.round, sums);
    if (wanted.has(t)) found.set(t, sums);
  }
  return found;
}
