"use client";

import { useSearchParams } from "next/navigation";

export type View = "queue" | "review";

/** Which part of the judging page is shown. It stands in the address, so the back button leads from one to the other. */
export function useView(): [View, (view: View) => void] {
  const view = useSearchParams().get("view") === "review" ? "review" : "queue";
  return [
    view,
    (next) => {
      if (next === view) return;
      // Without asking the server: the review must be reachable without a connection too.
      window.history.pushState(null, "", next === "review" ? "?view=review" : location.pathname);
      window.scrollTo({ top: 0 });
    },
  ];
}
