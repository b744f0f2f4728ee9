const FORBIDDEN = [
  {
    pattern: /import\.meta\.url\s*\)\s*\.pathname/g,
    says: "takes the pathname of a URL for a path, which is wrong where a folder's name has a space or an umlaut. Instead: fileURLToPath(new URL(...)), or import.meta.dirname",
  },
  {
    pattern: /--import \$\{/g,
    says: "puts a path into NODE_OPTIONS, which Node cuts at the first space. Instead: preloadOption of tests/setup/preload-option.ts, or the href of a URL after --import=",
  },
  {
    pattern: /(?:\bexec|\bexecSync)\(\s*`|\bshell: true/g,
    says: "leaves a command to a shell, which cuts paths at their spaces. Instead: spawn or execFile with a list of arguments",
  },
];

/** Finds code that would fail in a folder whose name has spaces or letters beyond ASCII. */
export function fragilePaths(file: string, source: string): string[] {
  return FORBIDDEN.flatMap(({ pattern, says }) =>
    [...source.matchAll(pattern)].map(
      ({ index }) => `${file}:${source.slice(0, index).split("\n").length} ${says}`,
    ),
  );
}
