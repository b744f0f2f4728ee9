import type { PairFigures } from "./chance-words.ts";

/** Positions count from 0 in the log; people on the screen from 1. */
export function personName(position: number): string {
  return `Person ${position + 1}`;
}

/** "Person 3 over Person 11": who has the better chance comes first. */
export function pairName(high: number, low: number): string {
  return `${personName(high)} over ${personName(low)}`;
}

/** "Person 3 and Person 11": the lower number first, so that the order tells nothing of their chances. */
export function inNoOrder(high: number, low: number): string {
  return `${personName(Math.min(high, low))} and ${personName(Math.max(high, low))}`;
}

/** "would be picked 62 times in 100", said of the person with the better chance. */
export function pickedInWords({ high }: PairFigures): string {
  return `would be picked ${high.words} ${high.figure === "1" ? "time" : "times"} in 100`;
}

/** "only 25", said after the other one's. */
export function onlyInWords({ low }: PairFigures): string {
  if (low.figure === "0") return "never";
  return low.figure.startsWith("<") ? low.words : `only ${low.words}`;
}

/** "1 pair", "2 pairs" */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}
