"use client";

import type { ColumnChoice } from "#server/study/draft.ts";
import { useDraft } from "../draft-context.tsx";

/** Returns the columns of the draft's file, with functions that change all of them or one. */
export function useColumns() {
  const { draft, change } = useDraft();
  const { people } = draft;
  const columns: readonly ColumnChoice[] = people?.columns ?? [];
  const set = (next: ColumnChoice[]) => {
    if (people !== null) change({ people: { ...people, columns: next } });
  };
  const setOne = (source: number | undefined, part: Partial<ColumnChoice>) =>
    set(columns.map((each) => (each.source === source ? { ...each, ...part } : each)));
  return { columns, set, setOne };
}
