"use client";

import { useMemo, useSyncExternalStore } from "react";
import { deviceItems } from "#components/ui/browser-storage.ts";

/**
 * Steps of a draft that were opened on this device. Default values make a step complete before it is opened, so
 * completeness alone is not enough.
 */

const keyOf = (studyId: string) => `evenhand.seen-steps.${studyId}`;
const listeners = new Set<() => void>();

export function markSeen(studyId: string, step: string): void {
  const seen = read(studyId).split(" ");
  if (seen.includes(step)) return;
  deviceItems().setItem(keyOf(studyId), [...seen, step].join(" ").trim());
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
  return deviceItems().getItem(keyOf(studyId)) ?? "";
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
