import { globSync, readFileSync } from "node:fs";

export type SourceFile = { readonly file: string; readonly source: string };

/** AssemblyScript, which is written in files of the same name and is another language. */
const assembly = "server/learner/numeric/kernels/assembly/";

/** The TypeScript files that fit the patterns, with paths from the repository's root. */
export function sourceFiles(...patterns: string[]): SourceFile[] {
  return globSync(patterns)
    .filter((file) => !file.startsWith(assembly))
    .sort()
    .map((file) => ({ file, source: readFileSync(file, "utf8") }));
}
