"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { remember } from "#components/ui/preferences/preferences.ts";

type Clock = { readonly zone: string; readonly now: number };

const ClockContext = createContext<Clock>({ zone: "UTC", now: 0 });

/**
 * The zone and the moment the server wrote the page with, so that the first paint in the browser says the same. The
 * browser's zone is kept in a cookie: from the second page on the server writes times in it.
 */
export function ClockProvider({ zone, now, children }: Clock & { children: ReactNode }) {
  useEffect(() => remember("zone", browserZone()), []);
  return <ClockContext value={{ zone, now }}>{children}</ClockContext>;
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const never = () => () => undefined;

export function useZone(): string {
  const { zone } = useContext(ClockContext);
  return useSyncExternalStore(never, browserZone, () => zone);
}

const MINUTE = 60_000;

/** The present moment, by the minute. */
export function useNow(): number {
  const { now } = useContext(ClockContext);
  return useSyncExternalStore(
    everyMinute,
    () => Math.floor(Date.now() / MINUTE) * MINUTE,
    () => Math.floor(now / MINUTE) * MINUTE,
  );
}

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE / 4);
  return () => clearInterval(timer);
}
