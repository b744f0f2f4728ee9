import { LearnerError } from "#server/learner/numeric/errors.ts";
import { subsetCount, subsets } from "#server/learner/numeric/subsets.ts";
import type { Arrival } from "./environments.ts";
import { errorLoss } from "./loss.ts";
import type { PlayedRound } from "./played-round.ts";

/**
 * An adversary that chooses the people of a round after the policy is seen. The environment brings candidates with their
 * labels. For every group of k of them the adversary knows the chances that the learner would publish and the pairs that
 * the panel would report; the draw is not known. It takes the group with
 *
 *   most-reports  most reported pairs
 *   most-errors   the largest expected error Σ_i [ π(x_i)(1 - y_i) + (1 - π(x_i)) y_i ]
 *
 * and of several the first in lexicographic order of the candidates. The others do not come back.
 */
export type CandidatesSpec = {
  /** n >= k */
  readonly count: number;
  readonly aim: (typeof candidateAims)[number];
};

export const candidateAims = ["most-reports", "most-errors"] as const;

/** The most groups that are compared in a round. */
const MOST_GROUPS = 1_000;

/** @throws LearnerError "range" on fewer candidates than people in a round, or more than MOST_GROUPS groups */
export function checkCandidates({ count }: CandidatesSpec, roundSize: number): void {
  if (!Number.isInteger(count) || count < roundSize) {
    throw new LearnerError("range", `${count} candidates for rounds of ${roundSize}`);
  }
  const groups = subsetCount(count, roundSize);
  if (groups > MOST_GROUPS) {
    throw new LearnerError(
      "range",
      `${roundSize} of ${count} candidates make ${groups} groups, more than the ${MOST_GROUPS} that are compared`,
    );
  }
}

/** Returns all groups of k of the people who arrive, in lexicographic order; one group if at most k arrive. */
export function* groupsOf({ t, kinds, labels }: Arrival, k: number): Generator<Arrival> {
  for (const group of subsets(kinds.length, k)) {
    yield {
      t,
      kinds: group.map((place) => kinds[place] as number),
      labels: labels && group.map((place) => labels[place] as 0 | 1),
    };
  }
}

/** Returns how much a group serves the aim. */
export function servesAim(
  aim: CandidatesSpec["aim"],
  { policy, labels, violations }: Pick<PlayedRound, "policy" | "labels" | "violations">,
): number {
  return aim === "most-reports" ? violations.length : errorLoss(policy, labels);
}
