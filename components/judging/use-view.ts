"use client";

import { useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { deviceItems } from "#components/judging/ballots/device.ts";

/** The ways to look at the pairs, in the order of the switch. */
export const views = ["queue", "against", "grid"] as const;

export type View = (typeof views)[number];

const KEPT = "evenhand/view";

/**
 * Which part of the judging page is shown. It stands in the address, so the back button leads from one to the other; the
 * view of the pairs is remembered on this device as well.
 */
export function useView(): [shown: View | "review", show: (next: View | "review") => void] {
  const named = useSearchParams().get("view");
  const shown = named === "review" ? named : (views.find((view) => view === named) ?? "queue");
  const isArriving = useRef(true);
  useEffect(() => {
    const kept = keptView();
    // An address that names no view gets the one last used here; but who goes back goes where they were.
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
      // Without asking the server: the review must be reachable without a connection too.
      window.history.pushState(null, "", next === "queue" ? location.pathname : `?view=${next}`);
      window.scrollTo({ top: 0 });
    },
  ];
}

/** The view in which the pairs were last looked at on this device. */
export function keptView(): View {
  const kept = deviceItems().getItem(KEPT);
  return views.find((view) => view === kept) ?? "queue";
}
