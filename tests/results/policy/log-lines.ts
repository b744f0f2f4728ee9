/** A line of an exported log, read without the code under test. */
export type Line = { seq: number; type: string; body: Record<string, unknown> };

export const linesOf = (log: string): Line[] =>
  log
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
