import { expect, it } from "vitest";
import { languages as storedLanguages } from "#db/schema/accounts.ts";
import { formatDecimal, formatDistance, formatList, formatNumber, formatUtcMoment } from "#server/format.ts";
import {
  directionOf,
  inLanguage,
  isPseudo,
  languages,
  locale,
  messageKey,
  wantedLocale,
} from "#server/locale.ts";
import { answerIn, currentRequest, enterRequest } from "#server/platform/process/request.ts";
import { languageSchema } from "#server/schemas/language.ts";

it.each([
  ["de", "de"],
  ["es-MX,es;q=0.9,en;q=0.8", "es"],
  ["fr, DE-at;q=0.3, en;q=0.2", "de"],
  ["en;q=0.5, de;q=0.9", "de"],
  ["de;q=0, en", "en"],
  ["de;q=x, en;q=0.1", "en"],
  ["en-XA", "en-XA"],
  ["ar-XB,en", "ar-XB"],
  ["ar", undefined],
  ["*", undefined],
  ["", undefined],
  [undefined, undefined],
])("a browser that asks for %s reads %s", (header, wanted) => {
  expect(wantedLocale(header)).toBe(wanted);
});

it("without a request the language is English, which is written as in Britain", () => {
  expect(currentRequest()).toBeUndefined();
  expect(locale()).toBe("en");
  expect(formatUtcMoment(Date.UTC(2026, 10, 27, 18))).toBe("Fri 27 Nov 2026, 18:00 UTC");
});

it("a request is answered in its browser's language until its account is known", async () => {
  const answer = async (header: string, own: "de" | "es") => {
    enterRequest(undefined, header);
    const before = locale();
    await new Promise((resolve) => setTimeout(resolve));
    answerIn(own);
    await new Promise((resolve) => setTimeout(resolve));
    return [before, locale(), formatNumber(12_345), formatDecimal(0.5, 1), formatList(["a", "b", "c"])];
  };
  expect(await Promise.all([answer("es", "de"), answer("fr", "es"), answer("en-XA", "de")])).toEqual([
    ["es", "de", "12.345", "0,5", "a, b und c"],
    ["en", "es", "12.345", "0,5", "a, b y c"],
    ["en-XA", "en-XA", "12,345", "0.5", "a, b and c"],
  ]);
});

it("a text can be made in another language than that of the request", () => {
  enterRequest(undefined, "de");
  expect([inLanguage("es", locale), locale()]).toEqual(["es", "de"]);
  const failing = () => {
    throw new Error("no text");
  };
  expect(() => inLanguage("es", failing)).toThrow("no text");
  expect(locale()).toBe("de");
});

it("dates and distances are in the language of the request", async () => {
  enterRequest(undefined, "de");
  expect(formatUtcMoment(Date.UTC(2026, 10, 27, 18))).toBe("Fr. 27. Nov. 2026, 18:00 UTC");
  expect([formatDistance(3 * 86_400_000, 0), formatDistance(0, 0)]).toEqual(["in 3 Tagen", "jetzt"]);
});

it("pseudo-locales cannot be chosen", () => {
  expect([isPseudo("ar-XB"), isPseudo("de")]).toEqual([true, false]);
  expect([directionOf("ar-XB"), directionOf("en-XA"), directionOf("es")]).toEqual(["rtl", "ltr", "ltr"]);
  expect(languageSchema.options).toEqual(Object.keys(languages));
  expect(Object.keys(languages)).toEqual([...storedLanguages]);
});

it("names a value with hyphens as the choices of messages do", () => {
  expect([messageKey("at-most"), messageKey("as-they-come"), messageKey("share")]).toEqual([
    "atMost",
    "asTheyCome",
    "share",
  ]);
});
