"use client";

import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from "react";
import { savePreference } from "#components/ui/preferences/preferences.ts";

type Clock = { readonly zone: string; readonly now: number };

const ClockContext = createContext<Clock>({ zone: "UTC", now: 0 });

/**
 * Provides the zone and the time with which the server rendered the page, so that hydration gives the same output.
 * The browser's zone is kept in a cookie: from the second page on the server uses it.
 */
export function ClockProvider({ zone, now, children }: Clock & { children: ReactNode }) {
  useEffect(() => savePreference("zone", browserZone()), []);
  return <ClockContext value={{ zone, now }}>{children}</ClockContext>;
}

const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const never = () => () => undefined;

export function useZone(): string {
  const { zone } = useContext(ClockContext);
  return useSyncExternalStore(never, browserZone, () => zone);
}

const MINUTE = 60_000;

/** Returns the present time, updated every minute. */
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
