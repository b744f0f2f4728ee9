"use client";

import { type RefObject, useEffect } from "react";

/** Each next pair is seen from its top, however far down the last one was read. */
export function useTopOfPair(area: RefObject<HTMLElement | null>, index: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving to another pair is the reason to scroll
  useEffect(() => {
    if (area.current !== null && area.current.getBoundingClientRect().top < 0) area.current.scrollIntoView();
  }, [area, index]);
}
