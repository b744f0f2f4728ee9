import { isSameVerdict, type PairKey, type Verdict, type Verdicts } from "./verdicts.ts";

/** Verdicts given here that the server has not confirmed; null withdraws one. */
export type Pending = ReadonlyMap<PairKey, Verdict | null>;

/** One action of an auditor, for undo and redo. */
export type Step = {
  readonly key: PairKey;
  readonly before: Verdict | null;
  readonly after: Verdict | null;
};

export type VerdictState = {
  /** Verdicts as the server last reported them. */
  readonly base: Verdicts;
  readonly pending: Pending;
  readonly past: readonly Step[];
  readonly future: readonly Step[];
};

export function initialVerdicts(base: Verdicts, pending: Pending = new Map()): VerdictState {
  return { base, pending, past: [], future: [] };
}

/** Merges the server's verdicts with the newer ones of this device: what the auditor sees. */
export function shownVerdicts({ base, pending }: Pick<VerdictState, "base" | "pending">): Verdicts {
  const shown = new Map(base);
  for (const [key, verdict] of pending) {
    if (verdict === null) shown.delete(key);
    else shown.set(key, verdict);
  }
  return shown;
}

/** Gives a verdict, or withdraws it with null. The same verdict again changes nothing. */
export function give(state: VerdictState, key: PairKey, verdict: Verdict | null): VerdictState {
  const before = shownVerdicts(state).get(key) ?? null;
  if (isSameVerdict(before, verdict)) return state;
  return {
    ...state,
    pending: new Map(state.pending).set(key, verdict),
    past: [...state.past, { key, before, after: verdict }],
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

/** Removes saved verdicts from the pending ones. Verdicts that changed meanwhile stay pending. */
export function confirm(state: VerdictState, saved: Pending): VerdictState {
  const pending = new Map(state.pending);
  for (const [key, verdict] of saved) if (isSameVerdict(verdict, pending.get(key))) pending.delete(key);
  return { ...state, base: shownVerdicts({ base: state.base, pending: saved }), pending };
}

/** Replaces the server's verdicts, such as after verdicts on another device. */
export function rebase(state: VerdictState, base: Verdicts): VerdictState {
  return { ...state, base };
}

/**
 * Replaces the pending verdicts, such as after verdicts in another tab. Verdicts missing here were confirmed by the
 * other tab.
 */
export function repend(state: VerdictState, pending: Pending): VerdictState {
  const confirmed = new Map([...state.pending].filter(([key]) => !pending.has(key)));
  return { ...state, base: shownVerdicts({ base: state.base, pending: confirmed }), pending };
}

/** Clears the undo history. After sealing, later changes are changes of a sealed ballot. */
export function forgetSteps(state: VerdictState): VerdictState {
  return { ...state, past: [], future: [] };
}
