"use client";

import { useMemo, useSyncExternalStore } from "react";

/** Which steps of a draft were seen on this device: their defaults are complete before anybody looked at them. */

const keyOf = (studyId: string) => `evenhand.seen-steps.${studyId}`;
const listeners = new Set<() => void>();

export function markSeen(studyId: string, step: string): void {
  const seen = read(studyId).split(" ");
  if (seen.includes(step)) return;
  try {
    localStorage.setItem(keyOf(studyId), [...seen, step].join(" ").trim());
  } catch {
    // Without storage nothing is ticked; nothing else depends on it.
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
