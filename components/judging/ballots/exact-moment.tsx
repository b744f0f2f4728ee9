"use client";

import { useZone } from "#components/ui/time/clock.tsx";

/** A moment to the second, as recorded in the log: "24 Nov 2026, 12:14:07". */
export function ExactMoment({ at }: { at: number }) {
  const timeZone = useZone();
  const day = { day: "numeric", month: "short", year: "numeric", timeZone } as const;
  const time = { hour: "2-digit", minute: "2-digit", second: "2-digit", timeZone } as const;
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleDateString("en-GB", day)}, {date.toLocaleTimeString("en-GB", time)}
    </time>
  );
}
