/** Formats a moment: "Fri 27 Nov, 18:00"; with the year if it is not the present one. */
export function formatMoment(at: number, zone: string, now: number): string {
  const date = new Date(at);
  const isThisYear = yearIn(zone, at) === yearIn(zone, now);
  const day = new Intl.DateTimeFormat("en-GB", {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(!isThisYear && { year: "numeric" }),
    timeZone: zone,
  }).format(date);
  const time = new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: zone,
  }).format(date);
  return `${day.replace(/^(\w+),/, "$1")}, ${time}`;
}

const steps = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Formats a distance: "in 3 days", "5 minutes ago", "now". */
export function formatDistance(at: number, now: number): string {
  const difference = at - now;
  const [unit, length] = steps.find(([, size]) => Math.abs(difference) >= size) ?? ["minute", 60_000];
  const count = Math.trunc(difference / length);
  return count === 0 ? "now" : new Intl.RelativeTimeFormat("en-GB").format(count, unit);
}

function yearIn(zone: string, at: number): string {
  return new Intl.DateTimeFormat("en-GB", { year: "numeric", timeZone: zone }).format(at);
}
