import type { Answer, Answers, PairKey } from "./verdicts.ts";

/** Answers given here that the server has not confirmed; null withdraws one. */
export type Pending = ReadonlyMap<PairKey, Answer | null>;

/** One action of an auditor, for undo and redo. */
export type Step = {
  readonly key: PairKey;
  readonly before: Answer | null;
  readonly after: Answer | null;
};

export type VerdictState = {
  /** Answers as the server last reported them. */
  readonly base: Answers;
  readonly pending: Pending;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
};

export function initialState(base: Answers, pending: Pending = new Map()): VerdictState {
  return { base, pending, past: [], future: [] };
}

/** Merges the server's verdicts with the newer ones of this device: what the auditor sees. */
export function shownAnswers({ base, pending }: Pick<VerdictState, "base" | "pending">): Answers {
  const shown = new Map(base);
  for (const [key, word] of pending) {
    if (word === null) shown.delete(key);
    else shown.set(key, word);
  }
  return shown;
}

/** Gives a verdict, or withdraws it with null. The same verdict again changes nothing. */
export function give(state: VerdictState, key: PairKey, word: Answer | null): VerdictState {
  const before = shownAnswers(state).get(key) ?? null;
  if (before === word) return state;
  return {
    ...state,
    pending: new Map(state.pending).set(key, word),
    past: [...state.past, { key, before, after: word }],
    future: [],
  };
}

export function undo(state: VerdictState): VerdictState {
  const step = state.past.at(-1);
  if (step === undefined) return state;
  return {
    ...state,
    pending: new Map(state.pending).set(step.key, step.before),
    past: state.past.slice(0, -1),
    future: [...state.future, step],
  };
}

export function redo(state: VerdictState): VerdictState {
  const step = state.future.at(-1);
  if (step === undefined) return state;
  return {
    ...state,
    pending: new Map(state.pending).set(step.key, step.after),
    past: [...state.past, step],
    future: state.future.slice(0, -1),
  };
}

/** Removes saved answers from the pending ones. Answers that changed meanwhile stay pending. */
export function confirm(state: VerdictState, saved: Pending): VerdictState {
  const pending = new Map(state.pending);
  for (const [key, word] of saved) if (pending.get(key) === word) pending.delete(key);
  return { ...state, base: shownAnswers({ base: state.base, pending: saved }), pending };
}

/** Replaces the server's answers, such as after verdicts on another device. */
export function rebase(state: VerdictState, base: Answers): VerdictState {
  return { ...state, base };
}

/**
 * Replaces the pending answers, such as after verdicts in another tab. Answers missing here were confirmed by the
 * other tab.
 */
export function repend(state: VerdictState, pending: Pending): VerdictState {
  const confirmed = new Map([...state.pending].filter(([key]) => !pending.has(key)));
  return { ...state, base: shownAnswers({ base: state.base, pending: confirmed }), pending };
}

/** Clears the undo history. After sealing, later changes are changes of a sealed ballot. */
export function forgetSteps(state: VerdictState): VerdictState {
  return { ...state, past: [], future: [] };
}
