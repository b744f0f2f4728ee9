import type { RuleList } from "#server/learner/classes/rule-lists.ts";
import type { Features, HypothesisSpec } from "#server/learner/config/spec.ts";
import type { Population } from "#server/simulation/engine/population.ts";
import { syntheticPopulation, type WorldSpec } from "#server/simulation/engine/worlds.ts";

/** The source of people, and the class of rules about them. */
export type World = {
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
  /** The file's hash, or other data that identify the world. */
  readonly identity: string;
  /** What a reader of the results must know. */
  readonly notes: readonly string[];
  /** People whose chances are followed. */
  readonly examples?: readonly Example[];
  /** The long list of rules that settings name by its hash, for threads that do not have it. */
  readonly ruleList?: { readonly hash: string; readonly list: RuleList };
};

export type Example = {
  /** From 1, among the readable people of the file. */
  readonly place: number;
  readonly identifier: string | null;
  readonly cells: Features;
};

/** Returns a world that needs no file. @throws LearnerError as syntheticPopulation */
export function syntheticWorld(world: WorldSpec): World {
  const note = `A synthetic world of ${world.types} context types and ${world.rules} rules, seed ${world.seed}.`;
  return { ...syntheticPopulation(world), identity: "synthetic", notes: [note] };
}
