"use client";

import { useEffect, useState } from "react";

/**
 * Counts down the remaining time that the server reported, so the two clocks need not agree. @returns whole seconds,
 * 0 at the end
 */
export function useSecondsLeft(milliseconds: number): number {
  const [left, setLeft] = useState(milliseconds);
  useEffect(() => {
    const end = performance.now() + milliseconds;
    const tick = () => setLeft(Math.max(0, end - performance.now()));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [milliseconds]);
  return Math.ceil(left / 1000);
}
