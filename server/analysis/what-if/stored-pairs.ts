import { answeredPairs, type FindingsRound } from "../findings/played-round.ts";
import type { StatedTolerance, WhatIfPair } from "./explored-round.ts";

/**
 * Returns the pairs of a round that at least one seat answered, each with the places that flagged it and the tolerances
 * stated.
 */
export function whatIfPairs(round: Pick<FindingsRound, "seats">): WhatIfPair[] {
  return answeredPairs(round).map(({ high, low, answers, tolerances }) => {
    const flags = answers.reduce((set, word, place) => (word === "unfair" ? set + 2 ** place : set), 0);
    const stated = tolerances.flatMap((points, place): StatedTolerance[] =>
      points === null ? [] : [[place, points]],
    );
    // most studies ask for no tolerances, and a round has thousands of pairs
    return stated.length === 0 ? [high, low, flags] : [high, low, flags, stated];
  });
}
