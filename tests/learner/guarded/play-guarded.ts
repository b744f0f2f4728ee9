import type { Features } from "#server/learner/config/spec.ts";
import { guarded } from "#server/learner/guarded/learner.ts";
import type { GuardedState } from "#server/learner/guarded/state.ts";
import type { ClosedRound, Guard, Opening } from "#server/learner/interface/learner.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { person } from "../fixtures.ts";

export type GuardedOpening = Opening & { readonly guard: Guard };
type Arrival = { readonly score: number; readonly label: OutcomeValue | null };

/** Opens a round in mode guarded, and returns what it publishes. */
export function openedOf(state: GuardedState, scores: readonly number[]): GuardedOpening {
  return openingFor(state, scores.map(person));
}

/** Opens a round of these people, and returns the opening and the state while it is open. */
export function openedFor(
  state: GuardedState,
  scores: readonly number[],
): { opening: GuardedOpening; state: GuardedState } {
  // The same array both times: the learner then computes the opening once.
  const people = scores.map(person);
  const opening = openingFor(state, people);
  return { opening, state: guarded.applyOpening(state, people, opening.chances) };
}

/** Returns the state while a round of these people is open. */
export function openedWith(state: GuardedState, scores: readonly number[]): GuardedState {
  return openedFor(state, scores).state;
}

function openingFor(state: GuardedState, people: Features[]): GuardedOpening {
  const opening = guarded.open(state, people, "");
  if (opening.guard === undefined) throw new Error("an opening of mode guarded has its numbers");
  return { ...opening, guard: opening.guard };
}

/** Makes the closing of a round after this opening. */
export function closedOf(
  opening: GuardedOpening,
  scores: readonly number[],
  pairs: readonly { readonly high: number; readonly low: number }[],
  annulled: readonly { readonly high: string; readonly low: string }[] = [],
): ClosedRound {
  return {
    t: opening.t,
    people: scores.map(person),
    chances: opening.chances.map(Number),
    decisions: scores.map(() => 1),
    pairs: pairs.map((pair) => ({ ...pair, weight: 1 })),
    fairnessWeight: null,
    guard: { ...opening.guard, names: scores.map((_, i) => `t${opening.t}/${i}`), annulled },
  };
}

/** Makes the first label of one person of a round. */
export function labelOf(opening: GuardedOpening, scores: readonly number[], i: number, after: OutcomeValue) {
  return {
    individual: person(scores[i] as number),
    chance: Number(opening.chances[i]),
    guard: { ...opening.guard, base: opening.guard.base[i] as string },
    before: null,
    after,
    settledRejected: [],
  };
}

/** Plays a whole round: opens it, closes it with the panel's reported pairs, and adds all labels at once. */
export function playGuarded(
  state: GuardedState,
  arrivals: readonly Arrival[],
  panel: (opening: GuardedOpening) => readonly { high: number; low: number }[],
  annulled: readonly { readonly high: string; readonly low: string }[] = [],
): { state: GuardedState; opening: GuardedOpening; hasReported: boolean } {
  const scores = arrivals.map(({ score }) => score);
  const { opening, state: opened } = openedFor(state, scores);
  const pairs = panel(opening);
  const closed = guarded.applyRound(opened, closedOf(opening, scores, pairs, annulled));
  const learned = arrivals.reduce((before, { label }, i) => {
    if (label === null || Number(opening.chances[i]) === 0) return before;
    return guarded.applyOutcome(before, labelOf(opening, scores, i, label));
  }, closed);
  return { state: learned, opening, hasReported: pairs.length > 0 };
}
