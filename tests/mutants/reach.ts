import { posix } from "node:path";
import { importsOf } from "../architecture/imports.ts";
import type { SourceFile } from "../architecture/source-files.ts";
import { placesOf } from "./tree.ts";

/** A test file that runs a file of the product, so many imports away. */
export type Reaching = { readonly test: string; readonly distance: number };

/** What is made from a source and loaded under another name. */
export const worker = { file: ".build/worker.mjs", source: "server/jobs/worker.ts" };

/** Which files each file runs: those it imports as more than types, and those a program or worker it starts is named by. */
export function graphOf(files: readonly SourceFile[]): Map<string, string[]> {
  const known = new Set(files.map(({ file }) => file));
  return new Map(
    files.map(({ file, source }) => {
      const imported = importsOf(file, source).flatMap(({ target, isTypeOnly }) =>
        isTypeOnly ? [] : [target],
      );
      const texts = textsIn(file, source);
      const named = [...namedIn(file, texts), ...globbedIn(texts, files)];
      const run = [...imported, ...named].filter((target) => known.has(target));
      return [file, [...new Set(run)]];
    }),
  );
}

function textsIn(file: string, source: string): string[] {
  return placesOf(file, source).flatMap(({ node: { type, value } }) =>
    type === "Literal" && typeof value === "string" ? [value] : [],
  );
}

function namedIn(file: string, texts: readonly string[]): string[] {
  return texts.flatMap((text) => {
    if (!/\.(ts|tsx|mjs)$/.test(text)) return [];
    if (text === worker.file) return [worker.source];
    return [posix.normalize(text), posix.join(posix.dirname(file), text)];
  });
}

/** Route handlers are looked for by a pattern, and each is loaded. */
function globbedIn(texts: readonly string[], files: readonly SourceFile[]): string[] {
  const patterns = texts.filter((text) => /\*\/route\.[^/]*$/.test(text));
  return files.flatMap(({ file }) =>
    patterns.some((pattern) => posix.matchesGlob(file, pattern)) ? [file] : [],
  );
}

/** Every file that this one runs, itself included, and how far away it is. */
export function reachedFrom(
  start: string,
  graph: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const distances = new Map([[start, 0]]);
  // What is added while the loop runs is visited too.
  for (const [file, distance] of distances) {
    for (const next of graph.get(file) ?? []) {
      if (!distances.has(next)) distances.set(next, distance + 1);
    }
  }
  return distances;
}

/** The tests that could find a mistake in a file, by that file. */
export function testsByFile(
  tests: readonly string[],
  graph: ReadonlyMap<string, readonly string[]>,
): Map<string, Reaching[]> {
  const byFile = new Map<string, Reaching[]>();
  for (const test of tests) {
    for (const [file, distance] of reachedFrom(test, graph)) {
      byFile.set(file, [...(byFile.get(file) ?? []), { test, distance }]);
    }
  }
  return byFile;
}
