"use client";

import { type RefObject, useEffect } from "react";

/** Scrolls to the top of each next pair, however far down the last one was read. */
export function useTopOfPair(area: RefObject<HTMLElement | null>, index: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving to another pair is the reason to scroll
  useEffect(() => {
    const top = area.current?.getBoundingClientRect().top ?? 0;
    // Not scrollIntoView: it would leave space for a header that is not sticky.
    if (top < 0) scrollBy({ top });
  }, [area, index]);
}
