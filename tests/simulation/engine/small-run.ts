import type { LearnerSpec } from "#server/learner/config/spec.ts";
import type { AuditorSpec } from "#server/simulation/engine/auditors.ts";
import { PROMPT } from "#server/simulation/engine/outcomes.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { syntheticPopulation } from "#server/simulation/engine/worlds.ts";

/** Six types, ten rules. */
const smallWorld = syntheticPopulation({ types: 6, rules: 10, seed: 5 });

const threeAuditors: readonly AuditorSpec[] = [
  { kind: "distance", weights: { east: 0.6 } },
  { kind: "distance", weights: { north: 0.6 } },
  { kind: "distance", weights: { east: 0.4, north: 0.4 } },
];

const smallLearner: LearnerSpec = {
  learner: "exp2",
  version: 1,
  kernel: "portable-1",
  mode: "known",
  columns: smallWorld.population.columns,
  hypotheses: smallWorld.hypotheses,
  roundSize: 3,
  horizon: 400,
  afterHorizon: "end",
  alpha: "0.1",
  eps: "0.05",
  fairnessMultiplier: "1",
  pairRule: "average",
  rejectedHalves: "when-settled",
};

export const smallRun: RunSpec = {
  learner: smallLearner,
  rule: { kind: "share", gamma: { numerator: 2, denominator: 3 } },
  population: smallWorld.population,
  environment: { kind: "iid" },
  panel: { auditors: threeAuditors },
  outcomes: PROMPT,
  seed: 1,
  hearsPanel: true,
};

/** Plays a run and returns every round. */
export function playAll(spec: RunSpec, rounds: number): PlayedRound[] {
  const run = bindRun(spec);
  let state = run.start();
  return Array.from({ length: rounds }, () => {
    const played = run.play(state);
    state = played.state;
    return played.round;
  });
}
