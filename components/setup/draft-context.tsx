"use client";

import { createContext, useContext, useEffect, useMemo, useRef } from "react";
import type { DraftParts } from "#server/schemas/drafts.ts";
import type { DraftView } from "#server/studies/drafts/open-draft.ts";
import type { Missing, StudyDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import type { DraftSaveState } from "./draft-saver.ts";

export type Drafting = Pick<DraftView, "file" | "reading"> & {
  /** Whether draws can use a beacon; null in a published study, where that is fixed. */
  readonly hasBeacon: boolean | null;
  readonly studyId: string;
  readonly draft: StudyDraft;
  readonly missing: readonly Missing[];
  /** Whether `missing` is known: what checks a published study's settings is loaded with the first change. */
  readonly isChecked: boolean;
  /** Problems that are shown. No new ones appear during typing: a field is validated when it loses the focus. */
  readonly shown: readonly Missing[];
  readonly rules: RulesContext | null;
  readonly saveState: DraftSaveState;
  /** Changes parts of the draft here at once, and on the server shortly after. */
  readonly change: (parts: DraftParts) => void;
  /** Saves unsaved changes. @returns the revision, or null if that failed */
  readonly flush: () => Promise<number | null>;
  /** Takes over the server's version. */
  readonly reload: () => Promise<void>;
  /** Reports that a field is being typed in, or that it has lost the focus. */
  readonly setTyping: (isTyping: boolean) => void;
};

export const DraftContext = createContext<Drafting | null>(null);

export function useDraft(): Drafting {
  const drafting = useContext(DraftContext);
  if (drafting === null) throw new Error("useDraft outside of DraftProvider");
  return drafting;
}

/** Returns the problems to show. During typing these are the ones shown before that still exist. */
export function useShown(missing: readonly Missing[], isTyping: boolean): readonly Missing[] {
  const before = useRef(missing);
  const shown = useMemo(() => {
    if (!isTyping) return missing;
    const known = new Set(before.current.map(keyOf));
    return missing.filter((problem) => known.has(keyOf(problem)));
  }, [missing, isTyping]);
  useEffect(() => {
    before.current = shown;
  }, [shown]);
  return shown;
}

function keyOf({ step, field }: Missing): string {
  return `${step}.${field}`;
}
