import { noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import { isEpsInsideAlpha } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { chanceMargin, settingsAt } from "#server/learner/config/step-sizes.ts";

/**
 * Computes the proven limit of learner/bounds.ts on the number of rounds with a reported pair; null where these numbers
 * prove nothing: FTPL, no margin eps, a prior that prefers some rules, and mode `guarded`, which has a guarantee of its
 * own.
 *
 * @param size N
 * @param rounds the learner's t of the rounds, ascending
 */
export function limitOf(spec: LearnerSpec, size: number, rounds: readonly number[]) {
  if (spec.learner !== "exp2" || spec.mode === "guarded" || spec.prior !== undefined) return null;
  if (!isEpsInsideAlpha(spec) || size < 2) return null;
  const from = noGuaranteeBelow(spec, size);
  return {
    /** After each of the requested rounds t. */
    values: rounds.map((t) => violatingRoundsBound(spec, size, t)),
    /** The first round from which it says anything, and its value there; null: never within what can be counted. */
    from: Number.isFinite(from) ? { round: from, most: mostUntil(spec, size, from) } : null,
    formula: formulaOf(spec),
    constants: constantsOf(spec, size, rounds.at(-1) ?? 1),
  };
}

/** Computes the limit with the horizon at that round, as {@link noGuaranteeBelow} counts. */
function mostUntil(spec: LearnerSpec, size: number, round: number): number {
  const horizon = spec.horizon === null ? null : round;
  return Math.floor(violatingRoundsBound({ ...spec, horizon }, size, round));
}

function formulaOf(spec: LearnerSpec): string {
  if (spec.mode === "paper") return "(2 ln N/η + (5/16) d² η t + k t)/(ε C), d = 2k + 4C";
  if (spec.mode === "ix") {
    return "(2 ln N/η + 2.5 k² η t + 2 g k t + k (ln N + 1)/g + k t)/(ε C − η C²/2)";
  }
  if (spec.horizon !== null) return "(2 ln N/η + 2.5 k² η t + k t)/(ε C − η C²/2)";
  return "(2 ln N/η + 2.5 k² Σ η + k t)/(ε C − η C²/2), added up over the blocks of equal η";
}

function constantsOf(spec: LearnerSpec, size: number, t: number) {
  const { eta, fairnessWeight } = settingsAt(spec, size, t);
  const margin = spec.mode === "ix" ? [{ symbol: "g", value: chanceMargin(spec, size) }] : [];
  return [
    { symbol: "N", value: size },
    { symbol: "k", value: spec.roundSize },
    { symbol: "ε", value: Number(spec.eps) },
    { symbol: "η", value: eta },
    { symbol: "C", value: fairnessWeight },
    ...margin,
    ...(spec.horizon === null ? [] : [{ symbol: "T", value: spec.horizon }]),
  ];
}
