import type { Features } from "#server/learner/config/spec.ts";
import type { OutcomeValue } from "#server/learner/interface/learner.ts";

/** What happened to a study's learner, in log order, as far as a replay needs it and the round is over. */
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
      /** Of an even draw; empty otherwise. */
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

/** The cells of a pseudonym; undefined for somebody who was erased. */
export type CellsOf = (person: string) => Features | undefined;
