"use client";

import * as t from "#messages/ui.ts";
import { formatDistance, formatMoment } from "#server/format.ts";
import { useNow, useZone } from "./clock.tsx";

/** A moment in the viewer's own zone; `relative` adds how far away it is. */
export function LocalTime({ at, relative = false }: { at: number; relative?: boolean }) {
  const zone = useZone();
  const now = useNow();
  return (
    <time dateTime={new Date(at).toISOString()}>
      {unbroken(formatMoment(at, zone, now))}
      {relative && <span className="font-normal text-ink-2"> ({unbroken(formatDistance(at, now))})</span>}
    </time>
  );
}

/** Keeps a date or a distance in one line; a time of day may follow in the next. */
export function unbroken(moment: string): string {
  return moment.replaceAll(" ", "\u00a0").replace(",\u00a0", ", ");
}

/** The distance of a moment from now: "5 minutes ago". */
export function RelativeTime({ at }: { at: number }) {
  const now = useNow();
  return <time dateTime={new Date(at).toISOString()}>{unbroken(formatDistance(at, now))}</time>;
}

/** Note on the time zone of this page. */
export function ZoneNote() {
  const zone = useZone();
  return <span>{t.zone({ zone: zone.replaceAll("_", " ") })}</span>;
}
