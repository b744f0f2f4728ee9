import { estimateRound, type RoundEstimate } from "../findings/loss-estimate.ts";
import type { WhatIfRound } from "./explored-round.ts";

/** Estimates the errors of other chances in a round that was played with its own. */
export function estimateUnder(round: WhatIfRound, policy: readonly string[]): RoundEstimate {
  return estimateRound({
    people: round.chances.map((chance, i) => ({
      chance: Number(chance),
      policy: Number(policy[i]),
      selected: round.selected?.[i] === 1,
      label: labelOf(round.outcomes[i] ?? null),
    })),
  });
}

/** Estimates the errors of a round's own chances. */
export function estimatePlayed(round: WhatIfRound): RoundEstimate {
  return estimateUnder(round, round.chances);
}

/** Returns the label of an outcome: 1 for yes; null while it is not known. */
export function labelOf(outcome: WhatIfRound["outcomes"][number]): 0 | 1 | "lost" | null {
  if (outcome === null || outcome === "lost") return outcome;
  return outcome === "yes" ? 1 : 0;
}
