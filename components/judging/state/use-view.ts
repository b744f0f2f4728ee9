"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { deviceItems } from "#components/ui/browser-storage.ts";

/** Views of the pairs, in the order of the switch. */
export const views = ["queue", "against", "grid"] as const;

export type View = (typeof views)[number];

const KEPT = "evenhand/view";

/**
 * The current part of the judging page. It is kept in the address, so that the back button switches between parts;
 * the view of the pairs is also remembered on this device.
 */
export function useView(): [shown: View | "review", show: (next: View | "review") => void] {
  const named = useSearchParams().get("view");
  const shown = named === "review" ? named : (views.find((view) => view === named) ?? "queue");
  const isArriving = useRef(true);
  useEffect(() => {
    const kept = keptView();
    // An address that names no view shows the last one used here, except after the back button.
    if (isArriving.current && named === null && kept !== "queue") {
      window.history.replaceState(null, "", `?view=${kept}`);
    } else if (shown !== "review") {
      deviceItems().setItem(KEPT, shown);
    }
    isArriving.current = false;
  }, [named, shown]);
  return [
    shown,
    (next) => {
      if (next === shown) return;
      // Without a request to the server: the review must work without a connection too.
      window.history.pushState(null, "", next === "queue" ? location.pathname : `?view=${next}`);
      window.scrollTo({ top: 0 });
    },
  ];
}

/** Returns the view that was last used on this device. */
export function keptView(): View {
  const kept = deviceItems().getItem(KEPT);
  return views.find((view) => view === kept) ?? "queue";
}
