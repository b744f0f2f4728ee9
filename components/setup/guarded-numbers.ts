import type { GuardedDraft } from "#server/study/draft.ts";

/** The typed numbers of mode `guarded`, in the order of the form. */
export const guardedNumbers = [
  "tauStartPoints",
  "stepPoints",
  "pace",
  "trust",
  "budget",
  "forget",
  "rememberFor",
] as const satisfies readonly (keyof GuardedDraft)[];
