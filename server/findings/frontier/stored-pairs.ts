import { answeredPairs, type PlayedRound } from "../played-round.ts";
import type { ExploredPair } from "./explored-round.ts";

/** The pairs of a round that at least one seat answered, each with the places that flagged it. */
export function exploredPairs(round: Pick<PlayedRound, "seats">): ExploredPair[] {
  return answeredPairs(round).map(({ high, low, answers }) => {
    const flags = answers.reduce((set, word, place) => (word === "unfair" ? set + 2 ** place : set), 0);
    return [high, low, flags];
  });
}
