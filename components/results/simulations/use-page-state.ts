"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { type RunsPageState, readState, runsSearch } from "./page-state.ts";

/**
 * State of the runs page, read from its address at first and written back to it. Kept in React state too, since the
 * address updates too slowly for typing.
 */
export function useRunsPage(): { state: RunsPageState; change: (part: Partial<RunsPageState>) => void } {
  const search = useSearchParams();
  const [state, setState] = useState(() => readState(search));
  return {
    state,
    change: (part) => {
      const next = { ...state, ...part };
      setState(next);
      window.history.replaceState(null, "", `${window.location.pathname}${runsSearch(next)}`);
    },
  };
}
