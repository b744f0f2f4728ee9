import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import type { CandidatesSpec } from "./candidates.ts";
import type { EnvironmentSpec } from "./environments.ts";
import type { OutcomeSpec } from "./outcomes.ts";
import type { PanelSpec, Shown } from "./panels.ts";
import type { Population } from "./population.ts";

/** The full specification of a simulated study; equal specs give equal bits. */
export type RunSpec = {
  readonly learner: LearnerSpec;
  /** The rule refers to seats; where panels are chosen from a pool it cannot name auditors. */
  readonly rule: PanelRule;
  readonly population: Population;
  readonly environment: EnvironmentSpec;
  /** Present: an adversary chooses the people of each round among these candidates. */
  readonly candidates?: CandidatesSpec;
  readonly panel: PanelSpec;
  readonly outcomes: OutcomeSpec;
  /** How many rounds are open at once, from 1. Each is closed when so many are open, before the next one is opened. */
  readonly openRounds?: number;
  readonly seed: number;
  /**
   * Whether the learner receives the violating pairs. False is C = 0: the panel judges as usual and its violations are
   * counted, but no pair reaches the losses. (The learner refuses a multiplier of 0.)
   */
  readonly hearsPanel: boolean;
  /** What the panel is shown of a round; absent: every eligible pair, and all in the same order. */
  readonly showing?: (round: ShownRound) => Shown;
};

/** The parts of a round from which a docket and the order of a queue can be made. */
export type ShownRound = {
  /** From eligiblePairs, in its order. */
  readonly eligible: readonly Pair[];
  readonly chances: readonly string[];
  /** What auditors see of each person: [k] */
  readonly cells: readonly Features[];
  /** The published seed of the round's noise, 64 hex digits. */
  readonly noiseSeed: string;
};
