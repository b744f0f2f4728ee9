import type { OutcomeValue } from "#server/learner/contract/learner.ts";
import type { Features } from "#server/learner/spec/spec.ts";
import { nextTau } from "./allowance.ts";
import type { GuardedState, Inbox } from "./state.ts";
import { remember, type Verdict } from "./verdicts.ts";

/** A person of a round with the numbers of that round's opening. */
export type Judged = {
  /** A name of the person, for verdicts. */
  readonly name: string;
  readonly individual: Features;
  /** p: the base chance. */
  readonly base: number;
  /** p~: the published chance. */
  readonly chance: number;
};

/** A round as it was closed. */
export type GuardedRound = {
  readonly people: readonly Judged[];
  /** b_t of its opening. */
  readonly noShare: number;
  /** The violating pairs, by positions, in the order (high, low). */
  readonly violations: readonly { readonly high: number; readonly low: number }[];
};

/** The label of one selected person, a correction or a loss. */
export type GuardedLabel = Pick<Judged, "individual" | "base" | "chance"> & {
  /** b of the person's own round. */
  readonly noShare: number;
  readonly before: OutcomeValue | null;
  readonly after: OutcomeValue;
};

/**
 * Closes the open round: everybody is charged e_i - 1/2, the violating pairs are remembered, τ moves.
 *
 *   bound = p~_high - p~_low - ε
 *
 * @returns the state and the verdicts that retired
 */
export function closeGuarded(
  state: GuardedState,
  round: GuardedRound,
): { state: GuardedState; retired: Verdict[] } {
  const { core, settings } = state;
  const bits = round.people.map(({ individual }) => state.rules.bits(individual));
  const pairs = round.violations.map(({ high, low }) => ({
    high: nameAt(round, high),
    low: nameAt(round, low),
    difference: differenceOf(bits[high] as Uint8Array, bits[low] as Uint8Array),
    bound: chanceAt(round, high) - chanceAt(round, low) - settings.eps,
  }));
  const { verdicts, retired } = remember(core.verdicts, pairs, core.t);
  const hasReported = pairs.length > 0;
  const tau = nextTau(settings, core.tau, core.t, hasReported);
  const inbox = round.people.reduce(
    (before, person, i) =>
      charged(before, bits[i] as Uint8Array, expected(person, round) - 1 / 2, person.base),
    state.inbox,
  );
  return {
    state: { ...state, core: { ...core, verdicts, hasReported, tau }, inbox, beforeOpening: null },
    retired,
  };
}

/** Gives the open round up: as if it had never been opened, but for the labels that came meanwhile. */
export function cancelGuarded(state: GuardedState): GuardedState {
  const before = state.beforeOpening;
  if (before === null) return state;
  const pending = before.inbox.pending.map((charge, h) => charge + (state.inbox.pending[h] as number));
  const pendingMean = before.inbox.pendingMean + state.inbox.pendingMean;
  return {
    ...state,
    core: before.core,
    inbox: { ...state.inbox, pending, pendingMean },
    beforeOpening: null,
  };
}

/**
 * Takes a label in: its charge less that of what stood there before. A lost one charges nothing.
 *
 *   charge (1 - y - e)/p~,  e and p~ of the person's own round;  n and n0 count labels and those that say "no"
 */
export function labelGuarded(state: GuardedState, label: GuardedLabel): GuardedState {
  const { individual, base, before, after } = label;
  const cost = summand(label, after) - summand(label, before);
  const inbox = charged(state.inbox, state.rules.bits(individual), cost, base);
  return {
    ...state,
    inbox: {
      ...inbox,
      labelCount: inbox.labelCount + isLabel(after) - isLabel(before),
      noCount: inbox.noCount + Number(after === "no") - Number(before === "no"),
    },
  };
}

function summand(label: GuardedLabel, value: OutcomeValue | null): number {
  if (value === null || value === "lost") return 0;
  return (Number(value === "no") - expected(label, label)) / label.chance;
}

/** e_i = min(1, 2 p~_i) b_t: what a label is expected to cost. */
function expected({ chance }: Pick<Judged, "chance">, { noShare }: { readonly noShare: number }): number {
  return Math.min(1, 2 * chance) * noShare;
}

/** A_h += cost · h(x) for every rule, and what the base policy itself is charged. */
function charged(inbox: Inbox, bits: Uint8Array, cost: number, base: number): Inbox {
  const pending = inbox.pending.map((charge, h) => (bits[h] === 1 ? charge + cost : charge));
  return { ...inbox, pending, pendingMean: inbox.pendingMean + cost * base };
}

function isLabel(value: OutcomeValue | null): 0 | 1 {
  return value === "yes" || value === "no" ? 1 : 0;
}

function differenceOf(high: Uint8Array, low: Uint8Array): Int8Array {
  return Int8Array.from(high, (bit, h) => bit - (low[h] as number));
}

function nameAt({ people }: GuardedRound, position: number): string {
  return people[position]?.name ?? "";
}

function chanceAt({ people }: GuardedRound, position: number): number {
  return people[position]?.chance ?? Number.NaN;
}
