import type { Features, LearnerSpec } from "./spec.ts";

/** What an opening publishes and the draw later uses. Depends on the state and the people, on nothing later. */
export type Opening = {
  /** t: which round of the learner this is, from 1; cancelled rounds are not counted. */
  readonly t: number;
  /** pi^t(x_i) per person: decimals with round-trip digits in [0, 1]. The logged decimal is the number. */
  readonly chances: readonly string[];
  /** eta in force, a decimal; frozen with the round. */
  readonly eta: string;
  /** C in force, a decimal; frozen with the round. */
  readonly fairnessWeight: string;
  /** Running totals of the rules' weights in catalogue order: [|H|], non-decreasing; the last is the total. */
  readonly cumulative: Float64Array;
};

/** h^t and everybody's decision by it (Algorithm 1). */
export type Draw = { readonly hypothesis: number; readonly decisions: readonly (0 | 1)[] };

/** An ordered pair of positions in the round: `high` was treated better than `low`. */
export type WeightedPair = { readonly high: number; readonly low: number; readonly weight: number };

/** A round as it was closed: everything the update needs, with the numbers recorded in that round. */
export type ClosedRound = {
  readonly people: readonly Features[];
  /** The logged chances, parsed. */
  readonly chances: readonly number[];
  readonly decisions: readonly (0 | 1)[];
  /** Violating pairs in effect; weights sum to 1, or the list is empty. */
  readonly pairs: readonly WeightedPair[];
  /** C as logged at opening. */
  readonly fairnessWeight: number;
};

export type OutcomeValue = "yes" | "no" | "lost";

/** A first outcome, a correction (`before` is what stood there) or a loss, of one selected person. */
export type OutcomeChange = {
  readonly individual: Features;
  /** The chance recorded in the person's own round, never today's. */
  readonly chance: number;
  readonly before: OutcomeValue | null;
  readonly after: OutcomeValue;
  /** The rejected people of the round if this outcome is the last one it waited for; else empty. */
  readonly settledRejected: readonly { readonly individual: Features; readonly chance: number }[];
};

/**
 * The six functions that every learner offers; services, replay and simulation call the same six.
 * All of them are pure: arguments are never changed, equal arguments give equal bits.
 */
export type Learner<State> = {
  /** @throws LearnerError on a spec outside its limits; nothing is clipped. */
  init(spec: LearnerSpec): State;
  /**
   * @param people 1..k rows
   * @param noiseSeed 32 bytes as hex for learners that perturb (FTPL); Exp2 does not read it
   * @throws LearnerError "horizon-passed" after round T when the study ends there
   */
  open(state: State, people: readonly Features[], noiseSeed: string): Opening;
  /**
   * @param state any state of the same spec: the opening carries the policy, so a draw does not depend on what the
   *   learner has learned since
   * @param u a multiple of 2^-53 in [0, 1)
   */
  draw(state: State, opening: Opening, people: readonly Features[], u: number): Draw;
  applyRound(state: State, round: ClosedRound): State;
  applyOutcome(state: State, outcome: OutcomeChange): State;
  /** The state without its spec, byte for byte the same for equal states. */
  snapshot(state: State): Uint8Array;
  /** @throws LearnerError "snapshot-damaged" */
  restore(spec: LearnerSpec, bytes: Uint8Array): State;
};
