import type { LearnerStep } from "#server/audit-log/learner-steps.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { exponentialWeights, normalise, sumOf } from "#server/learner/policy/weights.ts";
import { type Kinds, type MeasuredPolicy, policyAt, policyByRules } from "./measured-policy.ts";
import { emptyPersonOf, type PolicyParameters, withoutPicks } from "./policy-weights.ts";

/** The change of the mean chance of each kind of people by cause, before the limit of a round, in shares of 1. */
export type Moves = {
  /** The reported pairs of a close; in mode `guarded` the effect of the remembered verdicts at an opening. */
  readonly flags: readonly number[];
  readonly outcomes: readonly number[];
  /** The charge of the close itself, whose outcome was not yet known. */
  readonly closes: readonly number[];
};

type Cause = keyof Moves;

/** The state of the measurement between two rounds: the moment of the last opening and the changes since. */
export type Carried = { readonly moment: PolicyParameters; readonly moved: Moves };

/** The mean chance of each kind at an opening, and its changes by cause since the opening before. */
export type KindPoint = { readonly chances: readonly number[]; readonly moved: Moves };

/**
 * Follows the learner step by step and attributes every change of a kind's chance to a cause. Changes are added up in
 * the order in which they happen, each measured on the policy at that point. What the causes do not explain is the
 * learner's rate, its number of picks, and with FTPL the randomness of the rules drawn.
 */
export class MoveTracker {
  readonly #spec: LearnerSpec;
  readonly #kinds: Kinds;
  #moment: PolicyParameters | null;
  #moved: Moves;
  /** The chances when last measured, and the causes since then. */
  #last: readonly number[] | null = null;
  #pending: { cause: Cause; state: LearnerState } | null = null;

  constructor(spec: LearnerSpec, kinds: Kinds, carried: Carried | null) {
    this.#spec = spec;
    this.#kinds = kinds;
    this.#moment = carried?.moment ?? null;
    this.#moved = carried?.moved ?? this.#nothing();
  }

  /** Adds a step. @param halfway the state after the close without its pairs, where the step is a close */
  step(
    kind: LearnerStep["kind"],
    before: LearnerState,
    halfway: LearnerState | null,
    after: LearnerState,
  ): void {
    if (this.#moment === null || this.#kinds.people.length === 0) return;
    if (kind === "outcome") this.#do("outcomes", before, after);
    else if (kind === "round") {
      this.#do("closes", before, halfway ?? after);
      this.#do("flags", halfway ?? after, after);
    } else {
      // An opening is measured in `mark`, and a cancelled one changes nothing.
      this.#settle();
      this.#last = null;
    }
  }

  /** Measures the policy that a round is opened with, and continues from its moment. @param policy that policy */
  mark(state: LearnerState, moment: PolicyParameters, policy: MeasuredPolicy): KindPoint {
    const point = this.at(state, policy);
    this.#moment = moment;
    this.#moved = this.#nothing();
    this.#last = null;
    return point;
  }

  /** Measures the policy that a round would be opened with now. @param policy that policy */
  at(state: LearnerState, policy: MeasuredPolicy): KindPoint {
    this.#settle();
    const chances = policy.chancesOf(this.#kinds);
    const isSwept = "core" in state && state.core.verdicts.length > 0;
    if (this.#moment === null || !isSwept) return { chances, moved: this.#moved };
    const before = policyByRules(unswept(state, this.#spec)).chancesOf(this.#kinds);
    return { chances, moved: added(this.#moved, "flags", differences(chances, before)) };
  }

  carried(): Carried | null {
    this.#settle();
    return this.#moment === null ? null : { moment: this.#moment, moved: this.#moved };
  }

  #do(cause: Cause, before: LearnerState, after: LearnerState): void {
    if (before === after) return;
    if (this.#pending?.cause !== cause) this.#settle();
    this.#last ??= this.#now(before);
    this.#pending = { cause, state: after };
  }

  /** Measures the changes since the last time; equal causes in a row are measured together. */
  #settle(): void {
    if (this.#pending === null || this.#last === null) return;
    const { cause, state } = this.#pending;
    const now = this.#now(state);
    this.#moved = added(this.#moved, cause, differences(now, this.#last));
    this.#last = now;
    this.#pending = null;
  }

  #now(state: LearnerState): number[] {
    const moment = this.#moment ?? { eta: null, noiseSeed: null };
    const policy =
      "core" in state ? policyByRules(betweenOpenings(state)) : policyAt(this.#spec, state, moment);
    return policy.chancesOf(this.#kinds);
  }

  #nothing(): Moves {
    const none = this.#kinds.people.map(() => 0);
    return { flags: none, outcomes: none, closes: none };
  }
}

/**
 * Returns the weights of mode `guarded` with all charges that arrived, before an opening tunes the rate and applies the
 * verdicts.
 */
function betweenOpenings({ core, inbox, prior }: GuardedState): Float64Array {
  const totals = { loss: sumOf(core.loss, inbox.pending.loss), tilt: core.tilt };
  return normalise(exponentialWeights(totals, core.eta, prior));
}

/** Returns the weights of the opening's policy without the effect of its pass over the verdicts. */
function unswept(state: GuardedState, spec: LearnerSpec): Float64Array {
  const { core } = openGuarded(withoutPicks(state), [emptyPersonOf(spec)]).state;
  const totals = { loss: core.loss, tilt: state.core.tilt };
  return normalise(exponentialWeights(totals, core.eta, state.prior));
}

function added(moves: Moves, cause: Cause, more: readonly number[]): Moves {
  return { ...moves, [cause]: moves[cause].map((move, kind) => move + (more[kind] ?? 0)) };
}

function differences(after: readonly number[], before: readonly number[]): number[] {
  return after.map((value, index) => value - (before[index] ?? Number.NaN));
}
