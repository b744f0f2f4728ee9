/** Writes words as one line of a POSIX shell, each quoted where necessary. */
export function shellLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w./:=,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(" ");
}
