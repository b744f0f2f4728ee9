import { z } from "zod";
import { neededFlags } from "#server/learner/panel/needed-flags.ts";
import type { SimulationSettings } from "#server/schemas/runs.ts";
import type { RehearsalPlan } from "#server/simulation/rehearsal-plan.ts";

/** Summary of a run's settings, for lists. */
export const aboutSchema = z.strictObject({
  /** A simulation's learner by its name, a rehearsal's by learner and mode. */
  learner: z.string(),
  world: z.string(),
  rounds: z.int(),
  people: z.int(),
  alpha: z.string(),
  seats: z.int(),
  neededFlags: z.int(),
  /** Number of repetitions. */
  runs: z.int(),
  firstSeed: z.int(),
});

export type RunAbout = z.output<typeof aboutSchema>;

export function aboutSimulation(settings: SimulationSettings): RunAbout {
  const { learner, rounds, people, alpha, seats, neededFlags: needed, seeds, firstSeed } = settings;
  const { types, rules, worldSeed, environment } = settings;
  const world = `made up ${types}/${rules}/${worldSeed}, ${environment}`;
  return { learner, world, rounds, people, alpha, seats, neededFlags: needed, runs: seeds, firstSeed };
}

/** Summarises a rehearsal by its first setting, which is that of the draft. */
export function aboutRehearsal({ settings, auditors, runs, file }: RehearsalPlan): RunAbout {
  const [first] = settings;
  if (first === undefined) throw new Error("a rehearsal without a setting");
  const { learner, mode, roundSize, alpha } = first.spec;
  return {
    learner: `${learner} ${mode}`,
    world: file.name,
    rounds: first.rounds,
    people: roundSize,
    alpha,
    seats: auditors.length,
    neededFlags: neededFlags(first.gamma, auditors.length),
    runs,
    firstSeed: 1,
  };
}
