import type { DraftParts } from "#server/schemas/drafts.ts";

/** Whether typed changes are on the server. `refused`: a retry does not help until the page is reloaded. */
export type DraftSaveState =
  | { readonly kind: "saved"; readonly at: number }
  | { readonly kind: "saving" }
  | { readonly kind: "waiting"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string };

type Saved = { readonly revision: number; readonly savedAt: number };

export type DraftSaveFailure = { readonly message: string; readonly isFinal: boolean };

type Options = {
  readonly save: (revision: number, parts: DraftParts) => Promise<Saved>;
  readonly failureOf: (error: unknown) => DraftSaveFailure;
  readonly report: (state: DraftSaveState) => void;
  readonly onSaved: (parts: DraftParts) => void;
  readonly delayMs?: number;
  readonly retryMs?: number;
};

export type DraftSaver = ReturnType<typeof draftSaver>;

/**
 * Sends changed parts of a draft shortly after the last keystroke, one save at a time. Each save names the revision
 * of the one before. Parts that could not be sent are kept and sent again.
 */
export function draftSaver(first: Saved, options: Options) {
  const { save, failureOf, report, onSaved, delayMs = 400, retryMs = 5_000 } = options;
  let { revision } = first;
  let unsaved: DraftParts = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | undefined;
  let isStopped = false;

  const isDirty = () => Object.keys(unsaved).length > 0;

  function wait(milliseconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), milliseconds);
  }

  async function sendAll(): Promise<boolean> {
    while (isDirty() && !isStopped) {
      const parts = unsaved;
      unsaved = {};
      report({ kind: "saving" });
      try {
        const saved = await save(revision, parts);
        revision = saved.revision;
        onSaved(parts);
        if (!isDirty()) report({ kind: "saved", at: saved.savedAt });
      } catch (error) {
        // Changes typed meanwhile are newer.
        unsaved = { ...parts, ...unsaved };
        const { message, isFinal } = failureOf(error);
        isStopped = isFinal;
        report({ kind: isFinal ? "refused" : "waiting", message });
        if (!isFinal) wait(retryMs);
        return false;
      }
    }
    return !isDirty();
  }

  /** Sends all pending changes now. @returns whether everything is saved */
  async function flush(): Promise<boolean> {
    clearTimeout(timer);
    running ??= sendAll().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    change(parts: DraftParts): void {
      unsaved = { ...unsaved, ...parts };
      if (isStopped) return;
      report({ kind: "saving" });
      wait(delayMs);
    },
    flush,
    isDirty,
    revision: () => revision,
    /** Continues from the server's newest version. */
    restart(saved: Saved): void {
      clearTimeout(timer);
      unsaved = {};
      isStopped = false;
      revision = saved.revision;
      report({ kind: "saved", at: saved.savedAt });
    },
  };
}
