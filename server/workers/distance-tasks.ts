import { type DistancePair, distancePairs } from "#server/analysis/distances/distance-pairs.ts";
import { type Distances, estimateDistances } from "#server/analysis/distances/estimate.ts";
import type { FieldType } from "#server/audit-log/gower.ts";
import { readSeats, type ShownField, type StoredRound, shownOf } from "./findings-tasks.ts";

/** Finds the pairs of some rounds about whose distance their panels said something. */
export function findDistancePairs(input: {
  rounds: readonly StoredRound[];
  fields: readonly ShownField[];
  alpha: string;
}): DistancePair[] {
  const { rounds, fields, alpha } = input;
  return rounds.flatMap(({ people, chances, seats, ...round }) =>
    distancePairs(
      {
        ...round,
        chances: chances.map(Number),
        people: people.map((features) => (features === null ? null : shownOf(features, fields))),
        seats: readSeats(
          seats.map(({ verdicts, tolerances, ...seat }) => ({ ...seat, verdicts: tolerances ?? verdicts })),
        ),
      },
      Number(alpha),
    ),
  );
}

/** Estimates a panel's distance from its judged pairs. */
export function estimatePairs(input: {
  pairs: readonly DistancePair[];
  types: readonly FieldType[];
}): Distances {
  return estimateDistances(input.pairs, input.types);
}
