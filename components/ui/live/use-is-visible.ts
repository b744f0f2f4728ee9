"use client";

import { useSyncExternalStore } from "react";

/** Returns whether the page is visible, as far as the browser reports it. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(
    listen,
    () => document.visibilityState === "visible",
    () => true,
  );
}

function listen(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed);
  return () => document.removeEventListener("visibilitychange", changed);
}
