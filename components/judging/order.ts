import { keyOf, type PairKey } from "#components/judging/ballots/verdicts.ts";
import { compareDecimals } from "#server/learner/numeric/decimal.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Person = { readonly position: number; readonly chance: string };

/** Highest chance first; the same chance in the order of the round. */
export function byChance<P extends Person>(people: readonly P[]): P[] {
  return people.toSorted((a, b) => compareDecimals(b.chance, a.chance) || a.position - b.position);
}

type Pairs = Pick<Judging, "pairs"> & { readonly people: readonly Person[] };

/** Where each pair stands in the queue. */
function placesOf(pairs: Judging["pairs"]): ReadonlyMap<PairKey, number> {
  return new Map(pairs.map((pair, place) => [keyOf(pair), place]));
}

/** Somebody and the pairs with everyone whose chance is low enough beside theirs. */
export type Anchor = {
  readonly position: number;
  /** Places in the queue, the next lower chance first; empty if nobody is far enough below. */
  readonly rows: readonly number[];
};

/** Everybody of the round as an anchor, highest chance first. */
export function anchorsOf({ pairs, people }: Pairs): Anchor[] {
  const order = byChance(people);
  const places = placesOf(pairs);
  return order.map(({ position }) => ({
    position,
    rows: order.flatMap((low) => places.get(keyOf([position, low.position])) ?? []),
  }));
}

/** All pairs as a triangle: rows and columns by chance. The pairs that are judged fill its upper right corner without a gap. */
export type Triangle = {
  /** Positions, highest chance first. */
  readonly order: readonly number[];
  /** The place in the queue of row over column; undefined where the pair is not judged. */
  readonly at: (row: number, column: number) => number | undefined;
};

export function triangleOf({ pairs, people }: Pairs): Triangle {
  const order = byChance(people).map(({ position }) => position);
  const places = placesOf(pairs);
  return {
    order,
    at: (row, column) => {
      const [high, low] = [order[row], order[column]];
      return high === undefined || low === undefined ? undefined : places.get(keyOf([high, low]));
    },
  };
}

type Press = { readonly key: string; readonly ctrlKey: boolean; readonly metaKey: boolean };

/**
 * Where an arrow, Home or End leads in the triangle, as in the grid pattern of W3C.
 *
 * @param place of the present pair in the queue
 * @returns a place; undefined if the key is another one, the present place if there is nothing that way
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

/** The places of one row, or of all, as they are read. */
function ends({ order, at }: Triangle, only: number | undefined): number[] {
  const rows = only === undefined ? order.keys() : [only];
  return [...rows].flatMap((row) => order.flatMap((_, column) => at(row, column) ?? []));
}

/** Where an arrow up or down, Home or End leads among the rows of an anchor; the same answers. */
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
