"use client";

import { formatMoment } from "#server/format.ts";
import { useNow, useZone } from "./clock.tsx";
import { unbroken } from "./moment.tsx";

const DAY = 86_400_000;

/** A time: "12:03" today, "Fri 27 Nov, 12:03" otherwise. */
export function ClockTime({ at }: { at: number }) {
  const zone = useZone();
  const now = useNow();
  const text = formatMoment(at, zone, now);
  const isToday =
    Math.abs(now - at) < DAY && text.split(", ")[0] === formatMoment(now, zone, now).split(", ")[0];
  return (
    <time dateTime={new Date(at).toISOString()}>{isToday ? text.split(", ").at(-1) : unbroken(text)}</time>
  );
}
