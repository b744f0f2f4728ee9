"use client";

import { useZone } from "#components/ui/time/clock.tsx";
import { formatExactMoment } from "#server/format.ts";

/** A moment to the second, as recorded in the log: "24 Nov 2026, 12:14:07". */
export function ExactMoment({ at }: { at: number }) {
  return <time dateTime={new Date(at).toISOString()}>{formatExactMoment(at, useZone())}</time>;
}
