import { type PairKey, pairKeyOf } from "#components/judging/ballots/verdicts.ts";
import { compareDecimals } from "#server/learner/numeric/decimal.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Person = { readonly position: number; readonly chance: string };

/** Sorts people by chance, highest first; equal chances keep the order of the round. */
export function byChance<P extends Person>(people: readonly P[]): P[] {
  return people.toSorted((a, b) => compareDecimals(b.chance, a.chance) || a.position - b.position);
}

type Pairs = Pick<Judging, "pairs"> & { readonly people: readonly Person[] };

/** Maps each pair to its place in the queue. */
function placesOf(pairs: Judging["pairs"]): ReadonlyMap<PairKey, number> {
  return new Map(pairs.map((pair, place) => [pairKeyOf(pair), place]));
}

/** A person and the pairs with everyone whose chance is far enough below. */
export type Anchor = {
  readonly position: number;
  /** Places in the queue, the next lower chance first; empty if no other person is far enough below. */
  readonly rows: readonly number[];
};

/** Lists every person of the round as an anchor, highest chance first. */
export function anchorsOf({ pairs, people }: Pairs): Anchor[] {
  const order = byChance(people);
  const places = placesOf(pairs);
  return order.map(({ position }) => ({
    position,
    rows: order.flatMap((low) => places.get(pairKeyOf([position, low.position])) ?? []),
  }));
}

/** All pairs as a triangle: rows and columns by chance. The judged pairs fill its upper right corner without a gap. */
export type Triangle = {
  /** Positions, highest chance first. */
  readonly order: readonly number[];
  /** Returns the place in the queue of the row's person over the column's; undefined if the pair is not judged. */
  readonly at: (row: number, column: number) => number | undefined;
};

export function triangleOf({ pairs, people }: Pairs): Triangle {
  const order = byChance(people).map(({ position }) => position);
  const places = placesOf(pairs);
  return {
    order,
    at: (row, column) => {
      const [high, low] = [order[row], order[column]];
      return high === undefined || low === undefined ? undefined : places.get(pairKeyOf([high, low]));
    },
  };
}

type Press = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean };

/**
 * Returns the target of an arrow key, Home or End in the triangle, as in the grid pattern of W3C.
 *
 * @param place of the current pair in the queue
 * @returns a place; undefined for any other key, the current place if there is nothing in that direction
 */
export function movedInTriangle(
  { key, ctrlKey, metaKey }: Press,
  triangle: Triangle,
  pairs: Judging["pairs"],
  place: number,
): number | undefined {
  const [high = -1, low = -1] = pairs[place] ?? [];
  const [row, column] = [triangle.order.indexOf(high), triangle.order.indexOf(low)];
  const isWhole = ctrlKey || metaKey;
  switch (key) {
    case "ArrowRight":
      return triangle.at(row, column + 1) ?? place;
    case "ArrowLeft":
      return triangle.at(row, column - 1) ?? place;
    case "ArrowDown":
      return triangle.at(row + 1, column) ?? place;
    case "ArrowUp":
      return triangle.at(row - 1, column) ?? place;
    case "Home":
      return ends(triangle, isWhole ? undefined : row)[0];
    case "End":
      return ends(triangle, isWhole ? undefined : row).at(-1);
    default:
      return undefined;
  }
}

/** Lists the places of one row, or of all, in reading order. */
function ends({ order, at }: Triangle, only: number | undefined): number[] {
  const rows = only === undefined ? order.keys() : [only];
  return [...rows].flatMap((row) => order.flatMap((_, column) => at(row, column) ?? []));
}

/**
 * Returns the target of an up or down arrow, Home or End among the rows of an anchor. Same return values as in the
 * triangle.
 */
export function movedInRows({ key }: Press, rows: readonly number[], place: number): number | undefined {
  const index = rows.indexOf(place);
  switch (key) {
    case "ArrowDown":
      return rows[index + 1] ?? place;
    case "ArrowUp":
      return rows[index - 1] ?? place;
    case "Home":
      return rows[0];
    case "End":
      return rows.at(-1);
    default:
      return undefined;
  }
}
