import { type Locale, locale } from "./locale.ts";

/** Formats of one locale that are used often. */
type Formats = {
  readonly tag: string;
  readonly whole: Intl.NumberFormat;
  readonly point: string;
  readonly rules: Intl.PluralRules;
  readonly lists: Intl.ListFormat;
  readonly choices: Intl.ListFormat;
  readonly distances: Intl.RelativeTimeFormat;
  /** The word for the present moment. */
  readonly now: string;
};

const made = new Map<Locale, Formats>();

/** Returns the formats of every number, date, list and plural for the present reader. English is British. */
function formats(): Formats {
  const reader = locale();
  const known = made.get(reader);
  if (known !== undefined) return known;
  const tag = reader === "de" || reader === "es" ? reader : "en-GB";
  const whole = new Intl.NumberFormat(tag);
  const fresh = {
    tag,
    whole,
    point: whole.formatToParts(0.5).find(({ type }) => type === "decimal")?.value ?? ".",
    rules: new Intl.PluralRules(tag),
    lists: new Intl.ListFormat(tag),
    choices: new Intl.ListFormat(tag, { type: "disjunction" }),
    distances: new Intl.RelativeTimeFormat(tag),
    now: new Intl.RelativeTimeFormat(tag, { numeric: "auto" }).format(0, "second"),
  };
  made.set(reader, fresh);
  return fresh;
}

/** Returns what stands between the whole part and the decimals of a number: "." or ",". */
export function decimalPoint(): string {
  return formats().point;
}

/** Formats a number with separators of thousands, such as "1,284". */
export function formatNumber(value: number | bigint): string {
  return formats().whole.format(value);
}

/** Formats a number with at most so many decimals: "12.5", "−3", "0". */
export function formatDecimal(value: number, maximumFractionDigits: number): string {
  return numberText(value, { maximumFractionDigits });
}

/** Formats a number with exactly so many decimals: "0.50". */
export function formatFixed(value: number, decimals: number): string {
  return numberText(value, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Formats a mean: one decimal below ten, "2.9", and none from ten on, "29". */
export function formatMean(value: number): string {
  return formatDecimal(value, value < 10 ? 1 : 0);
}

/** Formats a value with three significant digits: 43,700 · 12.3 · 0.0457. */
export function formatSignificant(value: number): string {
  return numberText(value, { maximumSignificantDigits: 3 });
}

/** Formats a decimal exactly, such as "−1,284.5". */
export function formatExact(decimal: string): string {
  const [digits = "0", fraction] = decimal.replace("-", "").split(".");
  const text = `${decimal.startsWith("-") ? "−" : ""}${formats().whole.format(BigInt(digits))}`;
  return fraction === undefined ? text : `${text}${formats().point}${fraction}`;
}

/** Formats a share as a percentage, such as "31.2%"; a share that would round to nothing is "<0.1%". */
export function formatPercent(share: number, decimals = 1): string {
  const least = 10 ** -(decimals + 2);
  const text = numberText(share > 0 ? Math.max(share, least) : share, {
    style: "percent",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return share > 0 && share < least / 2 ? `<${text}` : text;
}

/** Formats a share as a number out of a hundred people, such as "24.5". */
export function formatPerHundred(share: number): string {
  return formatFixed(100 * share, 1);
}

/** Formats a share in points with few decimals, such as "22" or "22.5". */
export function formatPoints(share: number, maximumFractionDigits = 1): string {
  return formatDecimal(100 * share, maximumFractionDigits);
}

/** Formats a change in points, "+2.1" or "−2.1"; "0" if it rounds to nothing. */
export function formatPointsChange(change: number): string {
  const text = formatFixed(100 * change, 1);
  if (formatPoints(change) === "0") return "0";
  return change > 0 ? `+${text}` : text;
}

/** Returns the plural category of a number, such as "one". */
export function pluralCategory(count: number): string {
  return formats().rules.select(count);
}

/** Returns the form of a word that goes with a number: plural(1, "is", "are") is "is". */
export function plural(count: number, one: string, other = `${one}s`): string {
  return pluralCategory(count) === "one" ? one : other;
}

/** Formats a number with its noun: "1 round", "1,284 rounds". */
export function formatCount(count: number, one: string, other?: string): string {
  return `${formatNumber(count)} ${plural(count, one, other)}`;
}

/** Joins words as a sentence does: "a, b and c". */
export function formatList(words: readonly string[]): string {
  return formats().lists.format(words);
}

/** Joins alternatives as a sentence does: "a, b or c". */
export function formatChoice(words: readonly string[]): string {
  return formats().choices.format(words);
}

/** Formats a size: "812 bytes", "1.4 MB", "2.3 GB". */
export function formatSize(bytes: number): string {
  const [size, unit] = sizes.find(([least]) => bytes >= least) ?? [1, "byte"];
  const unitDisplay = size === 1 ? "long" : "short";
  return numberText(bytes / size, { style: "unit", unit, unitDisplay, maximumFractionDigits: 1 });
}

const sizes = [
  [1e9, "gigabyte"],
  [1e6, "megabyte"],
  [1e3, "kilobyte"],
] as const;

/** Formats an estimated time: "8 minutes", at least one unless it is 0; from 90 minutes on "1.5 hours", "7 hours". */
export function formatDuration(minutes: number): string {
  const whole = Math.max(Math.round(minutes), Math.min(1, Math.ceil(minutes)));
  const [count, unit] = whole < 90 ? [whole, "minute"] : [Math.round(minutes / 30) / 2, "hour"];
  return numberText(count, { style: "unit", unit, unitDisplay: "long" });
}

/** Formats a day of UTC: "5 March 2024". */
export function formatDay(at: number): string {
  return dateText(at, "UTC", { day: "numeric", month: "long", year: "numeric" });
}

/** Formats a moment: "Fri 27 Nov, 18:00"; with the year unless it is the present one. */
export function formatMoment(at: number, zone: string, now: number): string {
  const [year, thisYear] = [at, now].map((time) => dateText(time, zone, { year: "numeric" }));
  return momentText(at, zone, year !== thisYear);
}

/** Formats a moment such as "Fri 27 Nov 2026, 18:00 UTC", for readers whose time zone is unknown. */
export function formatUtcMoment(at: number): string {
  return `${momentText(at, "UTC", true)} UTC`;
}

/** Formats a moment to the second: "24 Nov 2026, 12:14:07". */
export function formatExactMoment(at: number, zone: string): string {
  const day = dateText(at, zone, { day: "numeric", month: "short", year: "numeric" });
  return `${day}, ${dateText(at, zone, { hour: "2-digit", minute: "2-digit", second: "2-digit" })}`;
}

/** Formats a distance in time: "in 3 days", "5 minutes ago", "now". */
export function formatDistance(at: number, now: number): string {
  const difference = at - now;
  const [unit, length] = steps.find(([, size]) => Math.abs(difference) >= size) ?? ["minute", 60_000];
  const count = Math.trunc(difference / length);
  const { now: present, distances } = formats();
  return count === 0 ? present : distances.format(count, unit);
}

const steps = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

function momentText(at: number, zone: string, hasYear: boolean): string {
  const parts = { weekday: "short", day: "numeric", month: "short" } as const;
  const day = dateText(at, zone, hasYear ? { ...parts, year: "numeric" } : parts);
  return `${day.replace(",", "")}, ${dateText(at, zone, { hour: "2-digit", minute: "2-digit" })}`;
}

function dateText(at: number, timeZone: string, parts: Intl.DateTimeFormatOptions): string {
  return formatOf(Intl.DateTimeFormat, { ...parts, timeZone }).format(at);
}

/** Formats a number with a true minus sign, and zero without a sign. */
function numberText(value: number, options: Intl.NumberFormatOptions): string {
  const format = formatOf(Intl.NumberFormat, { signDisplay: "negative", ...options });
  return format.format(value).replace("-", "−");
}

/** Formats that were made before, by their options: making one takes many times as long as using it. */
const kept = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>();
/** Time zones come from readers, so the number of formats has a limit. */
const mostKept = 1_000;

/** Returns the present reader's format with these options. */
function formatOf<Format extends Intl.DateTimeFormat | Intl.NumberFormat>(
  Kind: new (tag: string, options: object) => Format,
  options: object,
): Format {
  const { tag } = formats();
  const key = `${Kind.name} ${tag} ${JSON.stringify(options)}`;
  const known = kept.get(key) as Format | undefined;
  if (known !== undefined) return known;
  const format = new Kind(tag, options);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, format);
  return format;
}
