import type { Features } from "#server/learner/config/spec.ts";
import type { Guard } from "#server/learner/interface/learner.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import type { Violation } from "#server/learner/panel/panel.ts";

/** A round as only a simulation knows it: with all labels, and the distances behind the flags. */
export type PlayedRound = {
  readonly t: number;
  /** Positions in the population: [k] */
  readonly kinds: readonly number[];
  readonly people: readonly Features[];
  /** The logged decimals and their values: [k] */
  readonly chances: readonly string[];
  readonly policy: readonly number[];
  readonly labels: readonly (0 | 1)[];
  readonly decisions: readonly (0 | 1)[];
  readonly seatCount: number;
  /** V^j by seat: [m] */
  readonly flags: readonly (readonly Pair[])[];
  /** The violations of π^t, the exact policy. */
  readonly violations: readonly Violation[];
  /** Distance of the pivotal auditor, [k²] at i·k + l */
  readonly pivotal: Float64Array;
  /** Pairs that could be judged. */
  readonly eligibleCount: number;
  /** How many of them each seat should judge. */
  readonly askedCount: number;
  /** Whether the gap of an eligible pair exceeds α + the pivotal distance, whatever was flagged. */
  readonly isUnfair: boolean;
  /** C of the round; 0 in mode `guarded`, which has none */
  readonly fairnessWeight: number;
  /** Only for mode `guarded` */
  readonly guard: Guard | undefined;
};
