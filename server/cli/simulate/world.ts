import type { Population } from "#server/learner/simulation/population.ts";
import type { HypothesisSpec } from "#server/learner/spec/spec.ts";

/** Where people come from, and the class of rules about them. */
export type World = {
  readonly population: Population;
  readonly hypotheses: HypothesisSpec;
  /** The file's hash, or what else makes two worlds one. */
  readonly identity: string;
  /** What a reader of the results must know. */
  readonly notes: readonly string[];
};
