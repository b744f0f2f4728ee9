import { globSync, readFileSync } from "node:fs";

export type SourceFile = { readonly file: string; readonly source: string };

/** AssemblyScript files, which have the same extension but are another language. */
const assembly = "server/learner/numeric/kernels/assembly/";

/** Reads the TypeScript files that match the patterns, with paths from the repository's root. */
export function sourceFiles(...patterns: string[]): SourceFile[] {
  return globSync(patterns)
    .filter((file) => !file.startsWith(assembly))
    .sort()
    .map((file) => ({ file, source: readFileSync(file, "utf8") }));
}
