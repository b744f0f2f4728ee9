"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";
import { type DeskState, readState, searchOf } from "./desk-state.ts";

/** What the page shows: from its address at first, and kept there. The address follows too late for what is typed. */
export function useDesk(): { state: DeskState; change: (part: Partial<DeskState>) => void } {
  const search = useSearchParams();
  const [state, setState] = useState(() => readState(search));
  return {
    state,
    change: (part) => {
      const next = { ...state, ...part };
      setState(next);
      window.history.replaceState(null, "", `${window.location.pathname}${searchOf(next)}`);
    },
  };
}
