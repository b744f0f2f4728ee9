import type { RefusedVerdict } from "#server/rounds/judging/saved-verdicts.ts";
import { backOff, type SaveFailure } from "./save-failure.ts";
import * as state from "./verdict-state.ts";
import { isSameVerdict, type PairKey, pairKeyOf, type Verdict, type Verdicts } from "./verdicts.ts";
import type { VerdictStorage } from "./verdicts-on-device.ts";

/** Where the verdicts of this page are stored. */
export type SaveState =
  | { readonly kind: "saved"; readonly at: number | null }
  | { readonly kind: "saving" }
  | { readonly kind: "kept"; readonly failure: SaveFailure };

export type VerdictSnapshot = {
  readonly verdicts: Verdicts;
  readonly pendingCount: number;
  readonly save: SaveState;
  readonly isDurable: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
};

export type VerdictStore = ReturnType<typeof createVerdictStore>;

const OTHER_TAB_MS = 3_000;

type Send = (changes: state.Pending) => Promise<{ savedAt: number; refused: readonly RefusedVerdict[] }>;

/**
 * Stores the verdicts of one auditor in one round and sends them to the server. Each verdict is stored on the device
 * first and sent at once; those given while a call is under way follow together in the next one. While the server cannot
 * be reached, verdicts stay on the device and are sent again. A verdict that the server refuses stays until it is changed,
 * and holds up no other. A round that ended accepts no verdicts.
 */
export function createVerdictStore(options: {
  base: Verdicts;
  savedAt: number | null;
  /** Newer verdicts that the server had, if the page is an older copy. */
  known?: { verdicts: Verdicts; savedAt: number | null } | undefined;
  storage: VerdictStorage;
  send: Send;
  classify: (error: unknown) => SaveFailure;
}) {
  const { storage, send, classify, known } = options;
  const listeners = new Set<() => void>();
  let save: SaveState = { kind: "saved", at: options.savedAt };
  let given = state.initialVerdicts(options.base);
  const initial = takeSnapshot();
  given = state.initialVerdicts(known?.verdicts ?? options.base, storage.load());
  if (known) save = { kind: "saved", at: known.savedAt };
  // Reuses the initial object if nothing was stored, so that hydration does not render the page again.
  let snapshot = given.pending.size === 0 && !known ? initial : takeSnapshot();
  /** Why the server refused a verdict, by its text. */
  const refused = new Map<string, string>();
  /** The request in progress; the next one waits for it. */
  let sending: Promise<void> | null = null;
  /**
   * Counts verdicts given or saved, in this tab or another. An answer that the server gave before the last of them is
   * stale.
   */
  let moves = 0;
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function takeSnapshot(): VerdictSnapshot {
    return {
      verdicts: state.shownVerdicts(given),
      pendingCount: given.pending.size,
      save,
      isDurable: storage.isDurable(),
      canUndo: given.past.length > 0,
      canRedo: given.future.length > 0,
    };
  }

  function set(next: state.VerdictState, nextSave = save): void {
    if (next === given && nextSave === save) return;
    given = next;
    save = nextSave;
    snapshot = takeSnapshot();
    for (const listener of listeners) listener();
  }

  /** Applies an action of the auditor: stores it first, then sends it. */
  function change(next: state.VerdictState): void {
    if (next === given) return;
    moves += 1;
    storage.keep(
      new Map([...next.pending].filter(([key, one]) => !isSameVerdict(one, given.pending.get(key)))),
    );
    set(next);
    void flush();
  }

  /** Sends the pending verdicts. Never throws; the state afterwards holds the result. */
  async function flush(): Promise<void> {
    clearTimeout(timer);
    while (sending !== null) await sending;
    const changes = without(refused, given.pending);
    if (changes.size === 0 || (save.kind === "kept" && save.failure.isFinal)) return;
    sending = sendOnce(changes);
    await sending;
    if (save.kind !== "kept" || save.failure.reason === "refused") await flush();
  }

  async function sendOnce(changes: state.Pending): Promise<void> {
    if (save.kind === "saved") set(given, { kind: "saving" });
    try {
      const answer = await send(changes);
      moves += 1;
      attempts = 0;
      for (const { high, low, message } of answer.refused)
        refused.set(String(changes.get(pairKeyOf([high, low]))), message);
      const saved = without(refused, changes);
      storage.release(saved);
      const next = state.confirm(given, saved);
      const message = [...next.pending.values()].map((one) => refused.get(String(one))).find(Boolean);
      const failure = { reason: "refused", message: message ?? "", isFinal: false } as const;
      set(next, message ? { kind: "kept", failure } : { kind: "saved", at: answer.savedAt });
    } catch (error) {
      const failure = classify(error);
      set(given, { kind: "kept", failure });
      if (!failure.isFinal) timer = setTimeout(flush, backOff(attempts));
      attempts += 1;
    } finally {
      sending = null;
    }
  }

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => snapshot,
    /** The state that the server rendered the page with, without anything stored on this device. */
    getInitial: () => initial,
    give: (key: PairKey, verdict: Verdict | null) => change(state.give(given, key, verdict)),
    /** @returns the affected pair; undefined if there was nothing to undo */
    undo: (): PairKey | undefined => {
      const step = given.past.at(-1);
      change(state.undo(given));
      return step?.key;
    },
    redo: (): PairKey | undefined => {
      const step = given.future.at(-1);
      change(state.redo(given));
      return step?.key;
    },
    flush,
    forgetSteps: () => set(state.forgetSteps(given)),
    /** Reads the storage again after another tab gave a verdict or saved one. */
    reload: () => {
      moves += 1;
      const next = state.repend(given, storage.load());
      const isSaved = next.pending.size === 0 && given.pending.size > 0;
      set(next, isSaved ? { kind: "saved", at: Date.now() } : save);
      clearTimeout(timer);
      // The tab in which it was given sends it, unless that tab was closed.
      if (given.pending.size > 0) timer = setTimeout(flush, OTHER_TAB_MS);
    },
    /** Returns the moment of a request to the server, for {@link accept}. */
    moment: () => (sending === null ? moves : Number.NaN),
    /** Takes over the server's verdicts, unless a verdict was given or saved since the request. */
    accept: (base: Verdicts, savedAt: number | null, askedAt: number) => {
      if (askedAt !== moves) return;
      const isSaved = given.pending.size === 0;
      set(state.rebase(given, base), isSaved ? { kind: "saved", at: savedAt } : save);
    },
    /** Ends the round: pending verdicts stay visible and are no longer sent. */
    end: (failure: SaveFailure) => {
      clearTimeout(timer);
      if (given.pending.size > 0) set(given, { kind: "kept", failure });
    },
    /** Accepts verdicts again, such as after the deadline was extended. */
    resume: () => {
      if (save.kind !== "kept" || save.failure.reason !== "ended") return;
      set(given, { kind: "saving" });
      void flush();
    },
    /** Discards verdicts that were never counted. */
    discard: () => {
      storage.release(given.pending);
      set(state.initialVerdicts(given.base), { kind: "saved", at: null });
    },
  };
}

function without(refused: ReadonlyMap<string, string>, changes: state.Pending): state.Pending {
  return new Map([...changes].filter(([, verdict]) => !refused.has(String(verdict))));
}
