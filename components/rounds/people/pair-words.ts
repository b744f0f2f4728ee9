import { plural } from "#server/format.ts";
import type { PairFigures } from "./chance-words.ts";

/** Names a person by position. Positions count from 0 in the log and from 1 on pages. */
export function personName(position: number): string {
  return `Person ${position + 1}`;
}

/** Names a pair with the better chance first: "Person 3 over Person 11". */
export function pairName(high: number, low: number): string {
  return `${personName(high)} over ${personName(low)}`;
}

/**
 * Names a pair with the lower number first, so that the order reveals nothing about the chances: "Person 3 and Person
 * 11".
 */
export function inNoOrder(high: number, low: number): string {
  return `${personName(Math.min(high, low))} and ${personName(Math.max(high, low))}`;
}

/** Describes the better chance: "would be picked 62 times in 100". */
export function pickedInWords({ high }: PairFigures): string {
  return `would be picked ${high.words} ${plural(Number(high.figure), "time")} in 100`;
}

/** Describes the lower chance, after the other one: "only 25". */
export function onlyInWords({ low }: PairFigures): string {
  if (low.figure === "0") return "never";
  return low.figure.startsWith("<") ? low.words : `only ${low.words}`;
}
