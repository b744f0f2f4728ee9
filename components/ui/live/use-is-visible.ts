"use client";

import { useSyncExternalStore } from "react";

/** Whether the page is in front, as far as the browser tells. */
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
