import { posix } from "node:path";
import type { Reaching } from "./reach.ts";

/** What was learned of the tests so far. */
export type Experience = {
  /** How long a test file takes when nothing is wrong. */
  readonly secondsOf: (test: string) => number;
  /** Which test files found mutants of the same file, the latest first. */
  readonly killers: readonly string[];
};

/**
 * The order in which to ask the tests: those that found a mutant of the same file before, the test of that name, those that
 * share the most folders with it, the fewest imports away, the fastest.
 */
export function nearestFirst(
  file: string,
  reaching: readonly Reaching[],
  { secondsOf, killers }: Experience,
) {
  const keys = (one: Reaching) => [
    killers.includes(one.test) ? killers.indexOf(one.test) : killers.length,
    nameOf(one.test) === nameOf(file) ? 0 : 1,
    -sharedFolders(one.test, file),
    one.distance,
    secondsOf(one.test),
  ];
  return reaching
    .map((one) => ({ test: one.test, keys: keys(one) }))
    .sort((one, other) => compare(one.keys, other.keys) || (one.test < other.test ? -1 : 1))
    .map(({ test }) => test);
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((key, index) => key - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function nameOf(file: string): string {
  return posix.basename(file).replace(/(\.test)?\.ts$/, "");
}

/** `tests/` mirrors the source, without its `server/`. */
function sharedFolders(test: string, file: string): number {
  const [one, other] = [test, file].map((path) =>
    posix.dirname(path.replace(/^(tests|server)\//, "")).split("/"),
  );
  const different = (one ?? []).findIndex((folder, index) => folder !== other?.[index]);
  return different === -1 ? (one?.length ?? 0) : different;
}
