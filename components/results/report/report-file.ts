import { reportId } from "./report-id.ts";

/**
 * Makes one HTML file of a page's report: its text and drawings, and the page's styles but for fonts. It has no script,
 * and its policy lets it load nothing; links lead to the entries of the study.
 */
export function reportFile(page: Document): Blob {
  const report = page.getElementById(reportId)?.cloneNode(true);
  if (!(report instanceof HTMLElement)) throw new Error("this page has no report");
  // In the page addresses begin at its own server.
  for (const link of report.querySelectorAll("a")) link.setAttribute("href", link.href);
  const file = page.implementation.createHTMLDocument(page.title);
  file.documentElement.lang = page.documentElement.lang;
  file.documentElement.dir = page.documentElement.dir;
  file.head.prepend(
    meta(file, { charset: "utf-8" }),
    meta(file, {
      "http-equiv": "Content-Security-Policy",
      content: "default-src 'none'; style-src 'unsafe-inline'",
    }),
    meta(file, { name: "viewport", content: "width=device-width, initial-scale=1" }),
    meta(file, { name: "robots", content: "noindex" }),
  );
  const style = file.createElement("style");
  style.textContent = [...page.styleSheets].flatMap(rulesOf).join("\n");
  file.head.append(style);
  const main = file.createElement("main");
  main.className = "mx-auto w-full max-w-page px-4 py-8 md:px-6";
  main.append(report);
  file.body.append(main);
  return new Blob([`<!doctype html>\n${file.documentElement.outerHTML}\n`], { type: "text/html" });
}

/** Returns the rules of a style sheet as text, without those that load fonts. */
function rulesOf({ cssRules }: CSSStyleSheet): string[] {
  return [...cssRules].filter((rule) => !(rule instanceof CSSFontFaceRule)).map(({ cssText }) => cssText);
}

function meta(file: Document, attributes: Readonly<Record<string, string>>): HTMLMetaElement {
  const element = file.createElement("meta");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
