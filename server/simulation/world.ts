import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import type { Population } from "#server/simulation/engine/population.ts";
import { madeUpWorld, type WorldSpec } from "#server/simulation/engine/worlds.ts";

/** Where people come from, and the class of rules about them. */
export type World = {
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
  /** The file's hash, or what else makes two worlds one. */
  readonly identity: string;
  /** What a reader of the results must know. */
  readonly notes: readonly string[];
};

/** A world that needs no file. @throws LearnerError as madeUpWorld */
export function inventedWorld(world: WorldSpec): World {
  const note = `A made-up world of ${world.types} context types and ${world.rules} rules, seed ${world.seed}.`;
  return { ...madeUpWorld(world), identity: "made-up", notes: [note] };
}
