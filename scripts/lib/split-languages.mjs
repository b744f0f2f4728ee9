import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";
import { LANGUAGES, READER_LOCALE } from "./messages.mjs";
import { Refusal } from "./refusal.mjs";

/** How a script of the bundler names itself. */
const ITSELF = '"object"==typeof document?document.currentScript:void 0';

/**
 * Replaces each script of a build that contains messages by one script per language, `NAME.de.js`, and a script NAME.js
 * that loads the one of the page's language. A worker has the language of its name.
 *
 * @throws Refusal where the bundler writes scripts in a form that this does not know
 */
export function splitLanguages(root) {
  const folder = join(root, ".next/static/chunks");
  for (const file of readdirSync(folder)) {
    if (!file.endsWith(".js")) continue;
    const code = readFileSync(join(folder, file), "utf8");
    if (!code.includes(READER_LOCALE)) continue;
    for (const [name, part] of Object.entries(languagesOf(file, code))) {
      writeFileSync(join(folder, name), part);
    }
  }
}

/** Returns the scripts that replace a script with messages, by file name. @internal */
export function languagesOf(file, code) {
  if (!code.includes(ITSELF)) throw new Refusal(`${file}: the bundler writes scripts in another form now.`);
  const stem = file.slice(0, -".js".length);
  // Each part registers itself under the name by which the other scripts wait for it.
  const named = code.replace(
    ITSELF,
    `"object"==typeof document?${JSON.stringify(`static/chunks/${file}`)}:void 0`,
  );
  const parts = LANGUAGES.map((language) => {
    const define = { [READER_LOCALE]: JSON.stringify(language) };
    return [`${stem}.${language}.js`, transformSync(named, { define, minify: true, charset: "utf8" }).code];
  });
  const given = [`/_next/static/chunks/${stem}.`, LANGUAGES].map((value) => JSON.stringify(value));
  const loader = `(${loadLanguage})(${given});`;
  return { ...Object.fromEntries(parts), [file]: transformSync(loader, { minify: true }).code };
}

/** Runs in a browser: loads the script of the language of the page or the worker. */
function loadLanguage(start, languages) {
  const isPage = typeof document === "object";
  // The framework sends a refused page (403, 404) without a language: then the browser's own counts.
  const wanted = isPage ? document.documentElement.lang || navigator.language.slice(0, 2) : self.name;
  const address = `${start}${languages.includes(wanted) ? wanted : languages[0]}.js`;
  if (!isPage) return importScripts(address);
  const loader = document.currentScript;
  const script = document.createElement("script");
  script.src = address;
  script.onerror = () => loader.dispatchEvent(new Event("error"));
  document.head.append(script);
}
