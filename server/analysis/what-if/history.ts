import type { Features } from "#server/learner/config/spec.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";

/** The events of a study's learner, in log order, as far as a replay needs them and the round has ended. */
export type HistoryEvent =
  | {
      readonly kind: "opened";
      readonly round: number;
      /** Pseudonyms by position. */
      readonly people: readonly string[];
      readonly noiseSeed: string;
    }
  | {
      readonly kind: "closed";
      readonly round: number;
      readonly u: number;
      /** The order of an even draw; empty otherwise. */
      readonly order: readonly number[];
      readonly resampleSeed: string;
    }
  | { readonly kind: "cancelled"; readonly round: number }
  | {
      readonly kind: "outcome";
      readonly round: number;
      readonly position: number;
      readonly value: OutcomeValue;
    };

/** Returns the cells of a pseudonym; undefined for an erased person. */
export type HistoryCells = (person: string) => Features | undefined;
