import type { Column, Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { isAlphaViolation } from "#server/learner/panel/eligibility.ts";
import {
  type Distance,
  type DistanceWeights,
  NEVER_UNFAIR,
  scoreDistance,
  weightedDistance,
} from "./distances.ts";
import type { Lapses } from "./lapses.ts";

/** A synthetic auditor: decides whether it is unfair that the first person's chance exceeds the second's by `gap`. */
export type SyntheticAuditor = (high: Features, low: Features, gap: number) => boolean;

/**
 * An auditor with a distance d_j over the features (Definition 2.1): flags a pair when
 *
 *   gap > alpha + d_j(x, x')
 *
 * @param columns the study's columns, in the order of the features
 * @param weights as for weightedDistance, without a cut-off
 * @throws LearnerError "shape" for a column that does not exist
 */
export function distanceAuditor(
  columns: readonly Column[],
  weights: DistanceWeights,
  alpha: number,
): SyntheticAuditor {
  const distance = weightedDistance(columns, weights);
  return (high, low, gap) => isAlphaViolation(gap, alpha, distance(high, low));
}

/**
 * A member of the pool from which panels are taken.
 *
 *   distance  weightedDistance · score  scoreDistance · silent  never answers, yet counts in m
 *   copy      answers as number `of` of the pool, whose number is lower than the copy's
 *
 * and in addition to a distance or a score:
 *   slip      with this chance, for each pair and round anew, d_j is drawn evenly from [0, 1] instead: a noisy auditor,
 *             whose verdicts of one round still come from one d_j, as Definition 2.1 requires
 *   looksAt   q: looks at only the first q eligible pairs of the round and flags none of the others
 *   and the lapses of {@link Lapses}
 */
export type AuditorSpec =
  | (Habits & { readonly kind: "distance"; readonly weights: DistanceWeights; readonly cutOff?: number })
  | (Habits & { readonly kind: "score"; readonly column: string; readonly range: number })
  | { readonly kind: "silent" }
  | { readonly kind: "copy"; readonly of: number };

type Habits = Lapses & { readonly slip?: number; readonly looksAt?: number };

/** An auditor with copies and silence resolved. */
export type Auditor = {
  readonly distance: Distance;
  readonly slip: number;
  readonly looksAt: number;
  readonly lapses: Lapses;
  readonly answers: boolean;
  /** The auditor whose verdicts these are: its own number, or the copied one's. */
  readonly voice: number;
};

/**
 * Makes the auditors of a pool.
 *
 * @param columns what auditors see
 * @throws LearnerError "shape" on an unknown column; "range" on a copy or a score without numbers
 */
export function auditorPool(columns: readonly Column[], specs: readonly AuditorSpec[]): Auditor[] {
  const pool: Auditor[] = [];
  specs.forEach((spec, i) => {
    pool.push(spec.kind === "copy" ? original(pool, spec.of, i) : auditorOf(columns, spec, i));
  });
  return pool;
}

function auditorOf(
  columns: readonly Column[],
  spec: Exclude<AuditorSpec, { kind: "copy" }>,
  voice: number,
): Auditor {
  if (spec.kind === "silent") {
    return { distance: () => NEVER_UNFAIR, slip: 0, looksAt: 0, lapses: {}, answers: false, voice };
  }
  const { slip = 0, looksAt = Number.POSITIVE_INFINITY, wrong = 0, overlooks = 0, isHostile = false } = spec;
  const lapses = { wrong, overlooks, isHostile };
  const distance =
    spec.kind === "distance"
      ? weightedDistance(columns, spec.weights, spec.cutOff)
      : scoreDistance(columns, spec.column, spec.range);
  return { distance, slip, looksAt, lapses, answers: true, voice };
}

function original(pool: readonly Auditor[], of: number, copy: number): Auditor {
  const auditor = pool[of];
  if (auditor === undefined) {
    throw new LearnerError("range", `auditor ${copy} copies ${of}, which is not one of 0..${copy - 1}`);
  }
  return auditor;
}
