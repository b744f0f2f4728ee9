import {
  type Pair,
  type PairKey,
  pairKeyOf,
  type Verdicts,
  wordOf,
} from "#components/judging/ballots/verdicts.ts";
import { compareGaps } from "#server/learner/numeric/decimal.ts";
import type { Judging } from "#server/rounds/judging/read-judging.ts";

type Round = Pick<Judging, "pairs"> & {
  readonly people: readonly { readonly chance: string; readonly cells: Judging["people"][number]["cells"] }[];
};

/** Two verdicts that seem inconsistent: the accepted difference is at least as large as the flagged one. */
export type Contradiction = {
  readonly accepted: Pair;
  readonly flagged: Pair;
  /** Whether the accepted difference is larger; otherwise they are equal. */
  readonly isLarger: boolean;
  readonly id: `${PairKey}/${PairKey}`;
};

/**
 * Finds pairs that look equal but got opposite verdicts: all shown fields of the better-off people are equal, as are
 * those of the worse-off people, and the pair with the larger (or equal) difference was found acceptable, the other
 * unfair. This is not an error: the two may differ in what is not shown.
 *
 * @returns in the order of the pairs, each flagged pair once
 */
export function contradictionsIn({ pairs, people }: Round, verdicts: Verdicts): Contradiction[] {
  const chanceOf = ([high, low]: Pair) => [people[high]?.chance ?? "0", people[low]?.chance ?? "0"] as const;
  const accepted = Map.groupBy(
    pairs.filter((pair) => wordOf(verdicts, pair) === "acceptable"),
    (pair) => fieldsKey(people, pair),
  );
  return pairs.flatMap((flagged): Contradiction[] => {
    const look = wordOf(verdicts, flagged) === "unfair" ? fieldsKey(people, flagged) : undefined;
    for (const pair of (look !== undefined && accepted.get(look)) || []) {
      const order = compareGaps(chanceOf(pair), chanceOf(flagged));
      if (order < 0) continue;
      const id = `${pairKeyOf(pair)}/${pairKeyOf(flagged)}` as const;
      return [{ accepted: pair, flagged, isLarger: order > 0, id }];
    }
    return [];
  });
}

/** Returns the shown fields of both people as a key; undefined once the details of either were erased. */
function fieldsKey(people: Round["people"], pair: Pair): string | undefined {
  const cells = pair.map((position) => people[position]?.cells ?? null);
  return cells.includes(null) ? undefined : JSON.stringify(cells);
}
