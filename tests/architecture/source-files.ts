import { globSync, readFileSync } from "node:fs";

export type SourceFile = { readonly file: string; readonly source: string };

/** The TypeScript files that fit the patterns, with paths from the repository's root. */
export function sourceFiles(...patterns: string[]): SourceFile[] {
  return globSync(patterns)
    .sort()
    .map((file) => ({ file, source: readFileSync(file, "utf8") }));
}
