import { z } from "zod";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { decimal, type ReadBy } from "#server/learner/config/fields.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { OutcomeValue } from "./outcome-values.ts";
import type { SerialisedState } from "./serialised-state.ts";

/** What an opening publishes and the draw later uses. It depends only on the state, the people and the noise seed. */
export type Opening = OpenedRound & Policy;

/** What every learner publishes. */
export type OpenedRound = {
  /** t: the number of this opening, from 1; openings that were undone are not counted. */
  readonly t: number;
  /** pi^t(x_i) per person: decimals with round-trip digits in [0, 1]. The logged decimal is the number. */
  readonly chances: readonly string[];
  /** eta in force (for FTPL omega), a decimal; frozen with the round. */
  readonly eta: string;
  /** C in force, a decimal, frozen with the round; null in mode `guarded`, which has none. */
  readonly fairnessWeight: string | null;
  /** Mode `guarded` only. */
  readonly guard?: Guard;
  /** Only in a study with a number of picks. */
  readonly picks?: PickNumbers;
};

export const pickNumbersSchema = z.strictObject({
  /** ν, in [-60, 60]: the weight of a rule that accepts s of the round's n people was multiplied by e^(ν s/n). */
  nu: decimal,
  /** How much of the policy was then replaced by "accept no one" and by "accept everyone"; one of them is 0. */
  none: decimal,
  all: decimal,
});

/** How an opening brought the policy to its number of picks: decimals, frozen with the round. */
export type PickNumbers = ReadBy<typeof pickNumbersSchema>;

export const guardSchema = z.strictObject({
  /** τ: how much further apart than α the chances may be. */
  tau: decimal,
  /** The largest gap allowed: (α + max(0, τ)) (1 - 1e-9). */
  limit: decimal,
  /** s, in [0, 1]: how far each base chance was moved towards the target. */
  pull: decimal,
  target: decimal,
  /** Whether the budget cut the pull, so that the chances may be further apart than the limit. */
  isCut: z.boolean(),
  /** What all pulls used of the budget, this one included. */
  spent: decimal,
  /** Δ: the sum of mixability gaps, by which the rate is tuned. */
  mixability: decimal,
  /** b: the share of "no" that labels of this round are compared with. */
  noShare: decimal,
  /** p: the chances of the base policy, [k]. */
  base: z.array(decimal),
  /** The weight of "accept everyone" in that of both constant rules. Present where chances are moved upwards. */
  lead: decimal.exactOptional(),
  /** Whether outcomes of this round are shrunk, since "yes" is rare. Present with the setting `rareYes`. */
  isRare: z.boolean().exactOptional(),
});

/** How mode `guarded` computed the chances of a round: decimals, frozen with it. Half units. */
export type Guard = ReadBy<typeof guardSchema>;

/** What mode `guarded` needs of a closed round in addition to its chances. */
export type GuardedRound = Pick<Guard, "base" | "noShare" | "isRare"> & {
  /** A name of each person, [k]: pairs are remembered by them. */
  readonly names: readonly string[];
  /** Earlier pairs that the panel of the round annulled, by the names of the two people. */
  readonly annulled?: readonly { readonly high: string; readonly low: string }[];
};

/**
 * pi^t in the form that the draw needs. Exp2: all rules with weights, or with the totals that these follow from; for
 * thresholds, runs of rules with equal weights. FTPL: R rules of which one is drawn. Survives cloning.
 */
export type Policy = Only<"cumulative"> | Only<"weighed"> | Only<"runs"> | Only<"hypotheses">;

/** One kind of policy, and none of the others. */
type Only<Kind extends keyof Policies> = { readonly [Name in Kind]: Policies[Name] } & {
  readonly [Name in Exclude<keyof Policies, Kind>]?: never;
};

type Policies = {
  /** Running totals of the rules' weights in catalogue order: [|H|], non-decreasing; the last is the total. */
  cumulative: Float64Array;
  weighed: WeighedPolicy;
  runs: RunPolicy;
  /** h_1..h_R in the order of the oracle's calls: [R]. */
  hypotheses: Float64Array;
};

/** Weights that follow from the totals: e^(-η (L_h - from)). Only their sums are stored. */
export type WeighedPolicy = {
  /** L, half units: [|H|]. */
  readonly loss: Float64Array;
  readonly eta: number;
  readonly from: number;
  /** Running totals of the weights by chunks of rules, as in OpenedTotals. */
  readonly sums: Float64Array;
};

/** The weights of thresholds, without storage per rule: R runs of cuts in catalogue order, after rules 0 and 1. */
export type RunPolicy = {
  /**
   * Running totals of the weights of rule 0, of rule 1 and of the runs: [2 + R], non-decreasing; the last is the total.
   */
  readonly cumulative: Float64Array;
  /** The weight of rule 1. */
  readonly all: number;
  /**
   * By run: the number of its first rule, how many cuts it has, which rules a cut makes (SIDES of policy/runs.ts): [R]
   * each.
   */
  readonly rule: Float64Array;
  readonly count: Float64Array;
  readonly side: Uint8Array;
  /** By run: the weight of a rule `<=` and of a rule `>`, 0 where its cuts make no such rule: [R] each. */
  readonly low: Float64Array;
  readonly high: Float64Array;
};

/** h^t and its decision for each person (Algorithm 1). */
export type RuleDraw = { readonly hypothesis: number; readonly decisions: readonly (0 | 1)[] };

/** Decisions of the even draw, and the positions in the order in which their chances were summed. */
export type EvenDraw = { readonly order: readonly number[]; readonly decisions: readonly (0 | 1)[] };

/** An ordered pair of positions in the round: `high` was treated better than `low`. */
export type WeightedPair = { readonly high: number; readonly low: number; readonly weight: number };

/** A round as it was closed: everything the update needs, with the numbers recorded in that round. */
export type ClosedRound = {
  /** The number of its opening. */
  readonly t: number;
  readonly people: readonly Features[];
  /** The logged chances, parsed. */
  readonly chances: readonly number[];
  readonly decisions: readonly (0 | 1)[];
  /** Violating pairs in effect; weights sum to 1, in mode `guarded` each is 1, or the list is empty. */
  readonly pairs: readonly WeightedPair[];
  /** C as logged at opening; null in mode `guarded`. */
  readonly fairnessWeight: number | null;
  /** Mode `guarded` only. */
  readonly guard?: GuardedRound;
  /** ν and η as logged at opening. Only in a study with a number of picks, and read in modes `known` and `ix`. */
  readonly projection?: { readonly nu: number; readonly eta: number };
  /** J_i as logged at close: [k], 0 for the rejected. Only FTPL in mode `paper` reads it. */
  readonly resamples?: readonly number[];
};

/** A first outcome, a correction (`before` is the previous outcome) or a loss, of one selected person. */
export type OutcomeChange = {
  readonly individual: Features;
  /** The chance recorded in the person's own round, never the current one. */
  readonly chance: number;
  /** J_i as logged when the person's round was closed. Only FTPL in mode `paper` reads it. */
  readonly resample?: number;
  /** The person's base chance and b of the person's own round. Mode `guarded` only. */
  readonly guard?: Pick<Guard, "noShare" | "isRare"> & { readonly base: string };
  readonly before: OutcomeValue | null;
  readonly after: OutcomeValue;
  /** The rejected people of the round if this outcome is the last of the round; else empty. */
  readonly settledRejected: readonly { readonly individual: Features; readonly chance: number }[];
};

/**
 * The functions that every learner offers; services, replay and simulation call the same ones.
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
   * The state while the round is open. Other rounds may be open too: openings are a sequence, closings and
   * cancellations come in any order. Only mode `guarded` learns from an opening.
   *
   * @param chances as the opening published them
   * @throws LearnerError "horizon-passed" as `open`
   */
  applyOpening(state: State, people: readonly Features[], chances: readonly string[]): State;
  /**
   * The state after a round was cancelled. The newest opening is undone, as long as no round was closed or cancelled
   * since: the state is as if it had never been opened, except for labels that arrived meanwhile. Any other opening
   * keeps its number and what it spent of the budget of corrections; it only stops being open.
   *
   * @param t the number of its opening
   * @throws LearnerError "shape" unless it is open
   */
  applyCancel(state: State, t: number): State;
  /** The state without this person: remembered verdicts about the person are removed, and with them the cells. */
  applyErasure(state: State, name: string): State;
  /**
   * Needs no state: the opening contains the policy, so a draw does not depend on what the learner has learned since.
   *
   * @param rules the class of the learner that made the opening
   * @param people those of the opening, in its order
   * @param u a multiple of 2^-53 in [0, 1)
   * @throws LearnerError "shape" for other people or another learner's opening; "range"
   */
  draw(rules: HypothesisClass, opening: Opening, people: readonly Features[], u: number): RuleDraw;
  /**
   * Geometric resampling, once at the close of a round: J_i of each selected person, 0 for the rejected.
   *
   * @param state the state that the round was opened from: outcomes that came since must not change J_i
   * @param decisions of the draw; J_i depends on the seed, i and the person only, so all ones give every person's J
   * @param resampleSeed 32 bytes as hex, unknown to the panel before the round ends
   * @returns [k]; empty for learners that need none (all but FTPL in mode `paper`)
   */
  resample(
    state: State,
    people: readonly Features[],
    decisions: readonly (0 | 1)[],
    resampleSeed: string,
  ): readonly number[];
  /** @throws LearnerError "shape" unless the round is open */
  applyRound(state: State, round: ClosedRound): State;
  applyOutcome(state: State, outcome: OutcomeChange): State;
  serialise(state: State): SerialisedState;
  /** @throws LearnerError "snapshot-damaged" on anything but a state of this spec */
  restore(spec: LearnerSpec, serialised: SerialisedState): State;
};

/** @throws LearnerError "shape" unless the opening has a chance for each of the people */
export function checkOpened({ chances }: OpenedRound, people: readonly Features[]): void {
  if (people.length === 0 || people.length !== chances.length) {
    throw new LearnerError("shape", `${people.length} people, ${chances.length} chances`);
  }
}

/** @throws LearnerError "shape" unless there are 1..k people */
export function checkPeople(spec: Pick<LearnerSpec, "roundSize">, people: readonly Features[]): void {
  if (people.length < 1 || people.length > spec.roundSize) {
    throw new LearnerError("shape", `${people.length} people in rounds of at most ${spec.roundSize}`);
  }
}
