import { posix } from "node:path";
import { parseSync } from "vite";

export type Import = {
  readonly specifier: string;
  /** A path from the repository's root, the name of a package, or `node:...`. */
  readonly target: string;
  readonly isTypeOnly: boolean;
  readonly line: number;
};

type Entry = { readonly isType: boolean };

/** Lists the imports and re-exports of a source file, by its syntax tree: comments and strings do not count. */
export function importsOf(file: string, source: string): Import[] {
  const { module, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = (specifier: string, start: number, entries: readonly Entry[]): Import => ({
    specifier,
    target: targetOf(file, specifier),
    isTypeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    line: source.slice(0, start).split("\n").length,
  });
  return [
    ...module.staticImports.map(({ moduleRequest, start, entries }) =>
      found(moduleRequest.value, start, entries),
    ),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap((entry) =>
        entry.moduleRequest ? [found(entry.moduleRequest.value, start, [entry])] : [],
      ),
    ),
    ...module.dynamicImports.map(({ moduleRequest, start }) => {
      const text = source.slice(moduleRequest.start, moduleRequest.end);
      return found(/^["'`](.*)["'`]$/s.exec(text)?.[1] ?? text, start, []);
    }),
  ];
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  if (specifier.startsWith("node:")) return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
