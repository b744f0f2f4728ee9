"use client";

import { type RefObject, useEffect } from "react";

/** Each next pair is seen from its top, however far down the last one was read. */
export function useTopOfPair(area: RefObject<HTMLElement | null>, index: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving to another pair is the reason to scroll
  useEffect(() => {
    const top = area.current?.getBoundingClientRect().top ?? 0;
    // Not into view: that would leave room for a head that does not stick.
    if (top < 0) scrollBy({ top });
  }, [area, index]);
}
