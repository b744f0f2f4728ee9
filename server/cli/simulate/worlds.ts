import type { Population } from "#server/learner/simulation/population.ts";
import { madeUpWorld } from "#server/learner/simulation/worlds.ts";
import type { HypothesisSpec } from "#server/learner/spec.ts";
import type { Config } from "./config.ts";
import { tableWorld } from "./table-world.ts";

/** Where people come from, and the class of rules about them. */
export type World = {
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
  /** The file's hash, or what else makes two worlds one. */
  readonly identity: string;
  /** What a reader of the results must know. */
  readonly notes: readonly string[];
};

export function worldOf(world: Config["world"]): World {
  if (world.kind === "file") return tableWorld(world);
  const note = `A made-up world of ${world.types} context types and ${world.rules} rules, seed ${world.seed}.`;
  return { ...madeUpWorld(world), identity: "made-up", notes: [note] };
}
