import { globSync, readFileSync } from "node:fs";

/** An address as in the file tree: "/studies/[studyId]/results/policy". */
export type Pattern = string;

/** The possible values of each parameter of an address. */
export type Values = Readonly<Record<string, readonly string[]>>;

export const pagePatterns: readonly Pattern[] = globSync("app/**/page.tsx").map(patternOf).sort();

export type Route = { readonly pattern: Pattern; readonly methods: readonly string[] };

export const routes: readonly Route[] = globSync("app/**/route.{ts,tsx}")
  .sort()
  .map((file) => {
    const exported = readFileSync(file, "utf8").matchAll(/export (?:async function|const) ([A-Z]+)\b/g);
    return { pattern: patternOf(file), methods: [...exported].map(([, method]) => method ?? "") };
  });

/**
 * Lists every address of a pattern. A parameter without values is an error: the author of a page with a new parameter adds
 * its values here.
 */
export function addressesOf(pattern: Pattern, values: Values): string[] {
  const place = /\[(?:\.\.\.)?(\w+)\]/.exec(pattern);
  if (place === null) return [pattern];
  const known = values[place[1] ?? ""];
  if (known === undefined) throw new Error(`say in this test what ${place[0]} of ${pattern} may be`);
  return known.flatMap((value) => addressesOf(pattern.replace(place[0], value), values));
}

function patternOf(file: string): Pattern {
  return file.replace(/^app/, "").replace(/\/(page|route)\.tsx?$/, "") || "/";
}
