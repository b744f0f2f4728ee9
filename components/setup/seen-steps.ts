"use client";

import { useMemo, useSyncExternalStore } from "react";

/**
 * Steps of a draft that were opened on this device. Default values make a step complete before it is opened, so
 * completeness alone is not enough.
 */

const keyOf = (studyId: string) => `evenhand.seen-steps.${studyId}`;
const listeners = new Set<() => void>();

export function markSeen(studyId: string, step: string): void {
  const seen = read(studyId).split(" ");
  if (seen.includes(step)) return;
  try {
    localStorage.setItem(keyOf(studyId), [...seen, step].join(" ").trim());
  } catch {
    // Without storage no step is ticked; nothing else depends on it.
  }
  for (const listener of listeners) listener();
}

export function useSeenSteps(studyId: string): readonly string[] {
  const seen = useSyncExternalStore(
    listen,
    () => read(studyId),
    () => "",
  );
  return useMemo(() => seen.split(" "), [seen]);
}

function read(studyId: string): string {
  try {
    return localStorage.getItem(keyOf(studyId)) ?? "";
  } catch {
    return "";
  }
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
