export type Scripts = Readonly<Record<string, string>>;

/** Finds npm scripts in a text that package.json lacks, and programs that it runs without npm. */
export function wrongCommands(file: string, text: string, scripts: Scripts): string[] {
  const unknown = [...text.matchAll(/\bnpm run (?:--\w+ )?([a-z][\w:-]*)/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !(name in scripts))
    .map((name) => `${file} names npm run ${name}, which package.json does not have`);
  const bypassing = [
    ...text.matchAll(/\b(?:npx )?node (?:--?\S+ )*((?:server|tests|bench|scripts)\/[\w./-]+\.(?:ts|mjs))/g),
  ]
    .filter(([, program]) => program !== "scripts/run.mjs")
    .map(
      ([command]) =>
        `${file} says ${command}, which fails on the Node 20 of the machine. Instead: name the npm script, see scripts/lib/programs.mjs`,
    );
  return [...new Set([...unknown, ...bypassing])];
}
