import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { type Locale, provideLocale } from "#server/locale.ts";
import { currentRequest } from "#server/platform/process/request.ts";
import { temporaryFolder } from "#tests/setup/temporary-folder.ts";
import { compileMessages } from "../../scripts/lib/messages.mjs";
import { root } from "../../scripts/lib/root.mjs";

type Catalogues = Readonly<Record<"en" | "de" | "es", unknown>>;

function compile(catalogues: Catalogues): Record<string, string> {
  const folder = temporaryFolder();
  for (const [language, texts] of Object.entries(catalogues)) {
    const text = typeof texts === "string" ? texts : JSON.stringify(texts);
    writeFileSync(join(folder, `area.${language}.json`), text);
  }
  return compileMessages(folder);
}

/** Compiles messages that differ in German only. */
const withGerman = (en: object, de: unknown) => () => compile({ en, de, es: en });

describe("the check of catalogues", () => {
  it("accepts the catalogues of the product", () => {
    expect(Object.keys(compileMessages(join(root, "components/messages")))).toContain("account");
  });

  it.each<[string, object, unknown, string]>([
    ["a missing key", { a: "A" }, {}, "area.de.json: a: is missing or wrong"],
    ["a key too many", {}, { a: "A" }, "area.de.json: a: is not in area.en.json"],
    ["another argument", { a: "{n}" }, { a: "{m}" }, "area.de.json: a: has { m: string | number }, but"],
    ["a lost argument", { a: "{n}" }, { a: "A" }, "area.de.json: a: has no arguments, but"],
    ["another tag", { a: "<b>A</b>" }, { a: "<c>A</c>" }, "area.de.json: a: has { c: (children"],
    ["other cases", { a: "{x, select, p {P} q {Q} other {}}" }, { a: "{x, select, p {P} other {}}" }, '"p"'],
    ["a syntax error", { a: "A" }, { a: "{" }, "area.de.json: a: EXPECT_ARGUMENT_CLOSING_BRACE"],
    ["a plural without other", { a: "{n, plural, one {x}}" }, { a: "" }, "area.en.json: a: MISSING_OTHER"],
    ["a date", { a: "{d, date}" }, { a: "" }, "area.en.json: a: dates, number styles"],
    ["a number style", { a: "{d, number, percent}" }, { a: "" }, "area.en.json: a: dates, number styles"],
    ["a bad key", { "a-b": "A" }, { "a-b": "A" }, "area.en.json: a-b: a key is a camelCase name"],
    ["text that is no JSON", { a: "A" }, "{", "area.de.json: Expected property name"],
    ["two uses", { a: "{x, plural, other {}}<x>A</x>" }, { a: "" }, "area.en.json: a: x is used in two ways"],
  ])("names file and key of %s", (_, en, de, problem) => {
    expect(withGerman(en, de)).toThrow(problem);
  });

  it("requires a file for each language", () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "area.en.json"), "{}");
    expect(() => compileMessages(folder)).toThrow("area.de.json: ENOENT");
  });
});

describe("compiled messages", () => {
  afterEach(() => provideLocale(() => currentRequest()?.locale));
  const speak = (given: Locale) => provideLocale(() => given);

  /** Compiles below the project, where the compiled code finds its imports. */
  async function load<Module>(catalogues: Catalogues): Promise<Module> {
    const folder = mkdtempSync(join(root, ".build/messages-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, "area.ts"), compile(catalogues).area ?? "");
    return import(join(folder, "area.ts"));
  }

  it("follow the reader's language in words, plurals and numbers", async () => {
    const { left } = await load<{ left(a: { count: number }): string }>({
      en: { left: "{count, plural, =0 {none} one {# pair} other {# pairs}} left" },
      de: { left: "{count, plural, =0 {Kein Paar} one {# Paar} other {# Paare}} übrig" },
      es: { left: "{count, plural, =0 {Ningún par} one {Queda # par} other {Quedan # pares}}" },
    });
    const all = () => [0, 1, 12_345].map((count) => left({ count }));
    expect(all()).toEqual(["none left", "1 pair left", "12,345 pairs left"]);
    speak("de");
    expect(all()).toEqual(["Kein Paar übrig", "1 Paar übrig", "12.345 Paare übrig"]);
    speak("es");
    expect(all()).toEqual(["Ningún par", "Queda 1 par", "Quedan 12.345 pares"]);
  });

  it("choose by a value, also inside plurals", async () => {
    const same =
      "{n, plural, other {{is, select, true {{n} yes} other {{n} no}}}} {of, select, a {A} b {B} other {}}";
    const { one } = await load<{ one(a: { n: number; is: boolean; of: "a" | "b" }): string }>({
      en: { one: same },
      de: { one: same },
      es: { one: same },
    });
    expect(one({ n: 2_000, is: true, of: "b" })).toBe("2,000 yes B");
    expect(one({ n: 1, is: false, of: "a" })).toBe("1 no A");
  });

  it("give tags and arguments to React, which escapes them", async () => {
    type Link = (children: ReactNode) => ReactNode;
    const { see } = await load<{ see(a: { link: Link; name: string }): ReactNode }>({
      en: { see: "See <link>the page of {name}</link>." },
      de: { see: "<link>Seite von {name}</link>" },
      es: { see: "<link>{name}</link>" },
    });
    const html = () =>
      renderToStaticMarkup(see({ name: "<b>", link: (text) => createElement("a", { href: "/x" }, text) }));
    expect(html()).toBe('See <a href="/x">the page of &lt;b&gt;</a>.');
    speak("de");
    expect(html()).toBe('<a href="/x">Seite von &lt;b&gt;</a>');
    speak("ar-XB");
    expect(html()).toMatch(/^\[Šéeée \]<a href="\/x">(\[[^\]]*\])+<\/a>/);
  });

  it("are longer and in brackets in a pseudo-locale, but for text without letters", async () => {
    const same = { close: "Close this round", dash: "–" };
    const { close, dash } = await load<Record<"close" | "dash", () => string>>({
      en: same,
      de: same,
      es: same,
    });
    speak("en-XA");
    expect(close()).toBe("[Člóošée thíiš řóoúuňd]");
    expect(dash()).toBe("–");
  });
});
