import type { LearnerStep } from "#server/audit-log/learner-steps.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { openGuarded } from "#server/learner/guarded/open.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { exponentialWeights, normalise, sumOf } from "#server/learner/policy/weights.ts";
import { type Kinds, type MeasuredPolicy, policyAt, policyByRules } from "./measured-policy.ts";
import { anybodyOf, type Moment } from "./policy-weights.ts";

/** By kind of people, how far something moved their mean chance before the limit of a round; shares of 1. */
export type Moves = {
  /** The reported pairs of a close; in mode `guarded` what the remembered verdicts do at an opening. */
  readonly flags: readonly number[];
  readonly outcomes: readonly number[];
  /** What a close itself charges: nobody knows yet how it would have gone. */
  readonly closes: readonly number[];
};

type Cause = keyof Moves;

/** Where the measuring stands between two rounds: the moment of the last opening, and what moved since. */
export type Carried = { readonly moment: Moment; readonly moved: Moves };

/** The mean chance of each kind at an opening, and what moved it since the opening before. */
export type KindPoint = { readonly chances: readonly number[]; readonly moved: Moves };

/**
 * Follows the learner step by step and says of every change of a kind's chance what caused it. Changes are added up in the
 * order in which they happen, each measured on the policy as it stood then; what the causes leave is the learner's pace
 * (and with FTPL the luck of the rules drawn).
 */
export class MoveTracker {
  readonly #spec: LearnerSpec;
  readonly #kinds: Kinds;
  #moment: Moment | null;
  #moved: Moves;
  /** The chances when they were measured last, and what has been done since. */
  #last: readonly number[] | null = null;
  #pending: { cause: Cause; state: LearnerState } | null = null;

  constructor(spec: LearnerSpec, kinds: Kinds, carried: Carried | null) {
    this.#spec = spec;
    this.#kinds = kinds;
    this.#moment = carried?.moment ?? null;
    this.#moved = carried?.moved ?? this.#nothing();
  }

  /** @param halfway the state after the close without its pairs, where the step is a close */
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
      // An opening is measured at its mark, and a cancelled one leaves nothing.
      this.#settle();
      this.#last = null;
    }
  }

  /** The policy that a round is opened with; from now on its moment counts. @param policy that policy */
  mark(state: LearnerState, moment: Moment, policy: MeasuredPolicy): KindPoint {
    const point = this.at(state, policy);
    this.#moment = moment;
    this.#moved = this.#nothing();
    this.#last = null;
    return point;
  }

  /** The policy that a round would be opened with now. @param policy that policy */
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

  /** Measures what has been done since the last time: equal causes in a row are measured together. */
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

/** Mode `guarded` with all charges that arrived, before an opening tunes the rate and applies the verdicts. */
function betweenOpenings({ core, inbox, prior }: GuardedState): Float64Array {
  const totals = { loss: sumOf(core.loss, inbox.pending.loss), tilt: core.tilt };
  return normalise(exponentialWeights(totals, core.eta, prior));
}

/** The opening's policy without what its pass over the verdicts moves. */
function unswept(state: GuardedState, spec: LearnerSpec): Float64Array {
  const { core } = openGuarded(state, [anybodyOf(spec)]).state;
  const totals = { loss: core.loss, tilt: state.core.tilt };
  return normalise(exponentialWeights(totals, core.eta, state.prior));
}

function added(moves: Moves, cause: Cause, more: readonly number[]): Moves {
  return { ...moves, [cause]: moves[cause].map((move, kind) => move + (more[kind] ?? 0)) };
}

function differences(after: readonly number[], before: readonly number[]): number[] {
  return after.map((value, index) => value - (before[index] ?? Number.NaN));
}
