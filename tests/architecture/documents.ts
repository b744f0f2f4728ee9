import { existsSync, globSync } from "node:fs";
import { posix } from "node:path";

/** A Markdown file of this repository, and the folders that its names are relative to besides the root. */
export type Document = { readonly file: string; readonly text: string; readonly bases: readonly string[] };

const ENDINGS = /\.(?:tsx?|mjs|js|md|css|sql|json|ya?ml|png)$/;

/** Made by a build, a run or an installation, so missing in a fresh clone. */
const made = /^(?:node_modules|\.next|\.build|data|dev-data|test-results|secrets\.json)(?:\/|$)/;

/** Finds links, images, and names of files and folders in a document's code that do not exist. */
export function deadNames({ file, text, bases }: Document): string[] {
  const here = posix.dirname(file);
  const links = linksIn(text).filter((target) => !isThere(target, [here]));
  const names = namesInCode(text).filter((name) => !isThere(name, ["", here, ...bases]));
  return [...new Set([...links, ...names])].map(
    (name) => `${file} names ${name}, which is not there. Instead: name what took its place`,
  );
}

/** Lists the targets of links and images, except other sites and anchors in the same document. */
export function linksIn(text: string): string[] {
  return [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)|<img[^>]*\ssrc="([^"]+)"/g)]
    .map(([, link, image]) => (link ?? image ?? "").replace(/#.*$/, ""))
    .filter((target) => target !== "" && !/^[a-z]+:/.test(target));
}

export function imagesIn(text: string): string[] {
  return linksIn(text).filter((target) => /\.(?:png|jpe?g|svg|gif|webp)$/.test(target));
}

/** Lists names in code that look like a file, or a folder from the root, with `{a,b}` and `*` as in a shell. */
export function namesInCode(text: string): string[] {
  const top = new Set(globSync("{*,.[a-z]*}"));
  const words = codeIn(text).flatMap((code) => code.split(/[\s"'`;|()]+/));
  return words
    .map((word) => word.replace(/^\.\//, "").replace(/[,:.]+$/, ""))
    .filter((word) => /^[\w.@[\]{},*/-]+$/.test(word) && !word.startsWith("/"))
    .filter((word) => ENDINGS.test(word) || (word.includes("/") && top.has(word.split("/")[0] ?? "")));
}

function codeIn(text: string): string[] {
  const fences = [...text.matchAll(FENCE)].map(([, body]) => body ?? "");
  const spans = [...withoutFences(text).matchAll(/`([^`\n]+)`/g)].map(([, body]) => body ?? "");
  return [...fences, ...spans];
}

const FENCE = /^```[^\n]*\n([\s\S]*?)^```/gm;

function withoutFences(text: string): string {
  return text.replace(FENCE, "");
}

function isThere(name: string, bases: readonly string[]): boolean {
  if (made.test(name)) return true;
  return bases.some((base) => {
    const path = posix.join(base, name);
    return existsSync(path) || globSync(patternOf(path)).length > 0;
  });
}

/** Makes a glob of a name: capitals match anything, and brackets as in app/studies/[studyId] are literal. */
function patternOf(path: string): string {
  return path.replace(/\b[A-Z][A-Z-]+\b(?!\.md)/g, "*").replace(/\[/g, "[[]");
}
