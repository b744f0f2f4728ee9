"use client";

import { type RefObject, useEffect, useRef } from "react";

/**
 * Keeps the current row or cell in sight. It also gets the focus if the focus was among them or nowhere; a pressed
 * button keeps its focus.
 *
 * @param place changes when another one becomes the current one
 * @returns a ref for the one Tab stop of the view
 */
export function usePresent<Part extends HTMLElement>(place: number): RefObject<Part | null> {
  const present = useRef<Part>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another element
  useEffect(() => {
    const part = present.current;
    const focused = document.activeElement;
    if (part === null) return;
    const isNear = focused?.contains(part) || focused?.closest("[role=grid]")?.contains(part);
    if (isNear) part.focus({ preventScroll: true });
    part.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [place]);
  return present;
}
