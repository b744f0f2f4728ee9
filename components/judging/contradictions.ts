import { keyOf, type Pair, type PairKey, type Verdicts } from "#components/judging/ballots/verdicts.ts";
import { compareGaps } from "#server/learner/numeric/decimal.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Round = Pick<Judging, "pairs"> & {
  readonly people: readonly { readonly chance: string; readonly cells: Judging["people"][number]["cells"] }[];
};

/** Two verdicts that are hard to hold together: what was accepted is no smaller than what was flagged. */
export type Contradiction = {
  readonly accepted: Pair;
  readonly flagged: Pair;
  /** Whether the accepted difference is the larger one; else they are equal. */
  readonly isLarger: boolean;
  readonly id: `${PairKey}/${PairKey}`;
};

/**
 * Pairs of which everything shown is equal, the better-off beside the better-off and the worse-off beside the worse-off,
 * while the one with the larger difference was found acceptable and the other unfair. Nothing follows from it: the two
 * may differ in what is not shown.
 *
 * @returns in the order of the pairs, each flagged pair once
 */
export function contradictionsIn({ pairs, people }: Round, verdicts: Verdicts): Contradiction[] {
  const chanceOf = ([high, low]: Pair) => [people[high]?.chance ?? "0", people[low]?.chance ?? "0"] as const;
  const accepted = Map.groupBy(
    pairs.filter((pair) => verdicts.get(keyOf(pair)) === "acceptable"),
    (pair) => lookOf(people, pair),
  );
  return pairs.flatMap((flagged): Contradiction[] => {
    const look = verdicts.get(keyOf(flagged)) === "unfair" ? lookOf(people, flagged) : undefined;
    for (const pair of (look !== undefined && accepted.get(look)) || []) {
      const order = compareGaps(chanceOf(pair), chanceOf(flagged));
      if (order < 0) continue;
      const id = `${keyOf(pair)}/${keyOf(flagged)}` as const;
      return [{ accepted: pair, flagged, isLarger: order > 0, id }];
    }
    return [];
  });
}

/** What is shown of both; undefined once somebody's details were erased. */
function lookOf(people: Round["people"], pair: Pair): string | undefined {
  const cells = pair.map((position) => people[position]?.cells ?? null);
  return cells.includes(null) ? undefined : JSON.stringify(cells);
}
