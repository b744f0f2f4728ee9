"use client";

import { useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { type DeskState, readState, searchOf } from "./desk-state.ts";

/** What the page shows, from its address and back into it. */
export function useDesk(): { state: DeskState; change: (part: Partial<DeskState>) => void } {
  const search = useSearchParams();
  const state = useMemo(() => readState(search), [search]);
  return {
    state,
    change: (part) => {
      const next = searchOf({ ...state, ...part });
      window.history.replaceState(null, "", `${window.location.pathname}${next}`);
    },
  };
}
