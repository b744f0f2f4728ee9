import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { languagesOf } from "../../scripts/lib/split-languages.mjs";

/** A script as the bundler writes it, with a message and a function that a message calls. */
const script = `(globalThis.TURBOPACK||(globalThis.TURBOPACK=[])).push(["object"==typeof document?document.currentScript:void 0,7,e=>"de"===globalThis.readerLocale?"Tür":"es"===globalThis.readerLocale?"Puerta":e("Door")]);`;
const parts = languagesOf("0ab-c_d.js", script);

/** Runs a script as a page or a worker does. @returns the addresses that it loads, and the chunks that it registers */
function run(
  code: string | undefined,
  { lang, name, browser = "en" }: { lang?: string; name?: string; browser?: string },
) {
  const added: { src: string; onerror(): void }[] = [];
  const failed: unknown[] = [];
  const imported: string[] = [];
  const page = {
    documentElement: { lang },
    currentScript: { dispatchEvent: (event: Event) => failed.push(event.type) },
    createElement: () => ({}),
    head: { append: (element: (typeof added)[0]) => added.push(element) },
  };
  const worker = { importScripts: (address: string) => imported.push(address) };
  const scope = {
    TURBOPACK: [] as unknown[][],
    Event,
    ...(name === undefined ? { document: page } : worker),
  };
  runInNewContext(code ?? "", { ...scope, self: { name }, navigator: { language: browser } });
  return {
    added,
    failed,
    loaded: [...added.map(({ src }) => src), ...imported],
    registered: scope.TURBOPACK,
  };
}

describe("a script with messages", () => {
  it.each([
    ["en", "Door"],
    ["de", "Tür"],
    ["es", "Puerta"],
  ])("has only the texts of %s in its part, under the name that other scripts expect", (language, word) => {
    const part = parts[`0ab-c_d.${language}.js`];
    expect(["Door", "Tür", "Puerta"].filter((text) => part?.includes(text))).toEqual([word]);
    const [[chunk, , message] = []] = run(part, { lang: language }).registered;
    expect(chunk).toBe("static/chunks/0ab-c_d.js");
    expect((message as (e: (text: string) => string) => string)((text) => text)).toBe(word);
    // A worker registers its scripts by the order in which it loads them.
    expect(run(part, { name: language }).registered[0]?.[0]).toBeUndefined();
  });

  it.each([
    [{ lang: "de" }, "de"],
    [{ lang: "ar-XB" }, "en"],
    [{ lang: "de", browser: "es-ES" }, "de"],
    [{ lang: "", browser: "es-ES" }, "es"],
    [{ lang: "", browser: "fr" }, "en"],
    [{ name: "es" }, "es"],
    [{ name: "" }, "en"],
  ])("loads the part of %j", (reader, language) => {
    expect(run(parts["0ab-c_d.js"], reader).loaded).toEqual([`/_next/static/chunks/0ab-c_d.${language}.js`]);
  });

  it("fails if its part cannot be loaded", () => {
    const { added, failed } = run(parts["0ab-c_d.js"], { lang: "de" });
    added[0]?.onerror();
    expect(failed).toEqual(["error"]);
  });

  it("in an unknown form stops the build", () => {
    expect(() => languagesOf("a.js", "globalThis.readerLocale")).toThrow("a.js: the bundler writes scripts");
  });
});
