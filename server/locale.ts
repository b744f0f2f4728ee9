/** The languages of pages, by the name that each gives itself. */
export const languages = { en: "English", de: "Deutsch", es: "Español" } as const;

export type Language = keyof typeof languages;

/** Locales for tests: English in accents, +40 % long and in brackets, from left to right and from right to left. */
const pseudoLocales = ["en-XA", "ar-XB"] as const;

export type Locale = Language | (typeof pseudoLocales)[number];

const known: readonly string[] = [...Object.keys(languages), ...pseudoLocales];

/** Returns the locale of the page in a browser, and of the present request on the server; English elsewhere. */
export function locale(): Locale {
  const found =
    typeof document === "undefined"
      ? (shared.chosen ?? shared.find?.())
      : readLocale(document.documentElement.lang);
  return found ?? "en";
}

declare global {
  /** The locale as compiled messages read it: a browser's scripts have one language in its place. */
  var readerLocale: Locale;
}
Object.defineProperty(globalThis, "readerLocale", { get: locale, configurable: true });

/** Makes a text in this language, whatever language the present request has: a mail, for example. */
export function inLanguage<T>(language: Language, make: () => T): T {
  const before = shared.chosen;
  shared.chosen = language;
  try {
    return make();
  } finally {
    shared.chosen = before;
  }
}

/** Sets the function that finds the locale of the present request. Next loads this file several times. */
export function provideLocale(find: () => Locale | undefined): void {
  shared.find = find;
}

type Shared = { find?: () => Locale | undefined; chosen?: Language | undefined };

/** One for the process. Held here, because texts are made often and look-ups on the global object are slow. */
const shared = sharedInProcess();

function sharedInProcess(): Shared {
  const key = Symbol.for("evenhand.locale");
  const everywhere = globalThis as { [key]?: Shared };
  everywhere[key] ??= {};
  return everywhere[key];
}

/** Reads the tag of a supported locale; undefined for any other text. */
function readLocale(tag: string | null | undefined): Locale | undefined {
  return known.includes(tag ?? "") ? (tag as Locale) : undefined;
}

export function isPseudo(given: Locale): boolean {
  return (pseudoLocales as readonly string[]).includes(given);
}

/** Returns the first supported locale of an Accept-Language header, the most wanted first. */
export function wantedLocale(header: string | undefined): Locale | undefined {
  const wanted = (header ?? "").slice(0, 500).split(",").map(readWanted);
  return wanted
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => readLocale(tag) ?? readLocale(tag.split("-")[0]?.toLowerCase()))
    .find((found) => found !== undefined);
}

function readWanted(part: string): { tag: string; quality: number } {
  const [tag = "", ...parameters] = part.split(";").map((text) => text.trim());
  const quality = parameters.find((text) => text.startsWith("q="))?.slice(2);
  return { tag, quality: quality === undefined ? 1 : Number(quality) || 0 };
}

export function directionOf(given: Locale): "ltr" | "rtl" {
  return given === "ar-XB" ? "rtl" : "ltr";
}

/** A value with hyphens or points as the choices of messages are named: "at-most" as "atMost". */
type MessageKey<Value extends string> = Value extends `${infer First}-${infer Rest}`
  ? `${MessageKey<First>}${Capitalize<MessageKey<Rest>>}`
  : Value extends `${infer First}.${infer Rest}`
    ? `${First}${Capitalize<MessageKey<Rest>>}`
    : Value;

/** Returns the name that a choice of a message has for a value, since ICU allows no hyphens or points there. */
export function messageKey<Value extends string>(value: Value): MessageKey<Value> {
  return value.replaceAll(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase()) as MessageKey<Value>;
}
