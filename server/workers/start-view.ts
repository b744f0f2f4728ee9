import type { Features } from "#server/learner/config/spec.ts";
import { meanOf } from "#server/learner/start/chances.ts";
import type { StartPicture } from "#server/learner/start/picture.ts";

const columnCount = 20;
const atEachEnd = 3;
/** Assigns a chance on the edge of two columns to the upper one, despite rounding. */
const rounding = 1e-9;

/** Returns the figures by which a cure is judged. */
export function startFigures({ chances, picked, pairs }: StartPicture) {
  return {
    smallest: chances.reduce((least, chance) => Math.min(least, chance), 1),
    largest: chances.reduce((most, chance) => Math.max(most, chance), 0),
    /** People picked a round, on average. */
    picks: picked.reduce((sum, share, count) => sum + share * count, 0),
    /** The shares of rounds that pick no person and, in `all`, all people. */
    none: picked[0] ?? 0,
    all: picked.at(-1) ?? 0,
    /** The last of the pair figures. */
    pairs: pairs.at(-1)?.pairs ?? 0,
  };
}

/**
 * Builds the view of the starting chances, without the list of all people.
 *
 * @param people [n], those evaluated
 * @param positions the position of each among all people: [n]
 * @param identifiers of all people
 */
export function viewOf(
  { chances, ...picture }: StartPicture,
  people: readonly Features[],
  positions: readonly number[],
  identifiers: readonly (readonly (string | null)[])[],
) {
  const order = [...chances.keys()].sort((a, b) => (chances[b] as number) - (chances[a] as number) || a - b);
  const at = (index: number): number => chances[index] as number;
  const person = (index: number) => ({
    /** Number among the people that can be read, from 1. */
    place: (positions[index] as number) + 1,
    identifier: identifiers[positions[index] as number]?.[0] ?? null,
    chance: at(index),
    /** In the order of the learner's columns. */
    cells: people[index] as Features,
  });
  const n = order.length;
  const columns = new Array<number>(columnCount).fill(0);
  for (const chance of chances) {
    const column = Math.min(columnCount - 1, Math.floor(chance * columnCount + rounding));
    columns[column] = (columns[column] as number) + 1;
  }
  const top = order.slice(0, Math.min(atEachEnd, Math.ceil(n / 2)));
  return {
    ...picture,
    /** How many people were evaluated. */
    lookedAt: n,
    mean: meanOf(chances),
    median: (at(order[n >> 1] as number) + at(order[(n - 1) >> 1] as number)) / 2,
    smallest: at(order[n - 1] as number),
    largest: at(order[0] as number),
    /** Number of people by starting chance: [20], 5 points each, the last including 100. */
    columns,
    /** Some of the people with the highest and the lowest chances, highest first. */
    highest: top.map(person),
    lowest: order.slice(Math.max(top.length, n - atEachEnd)).map(person),
  };
}
