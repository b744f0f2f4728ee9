import { checkHorizon } from "#server/learner/config/check-horizon.ts";
import { RATES } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { fifthRoot, log } from "#server/learner/numeric/math.ts";

/** The parts of the spec that the schedule needs. */
export type ScheduleSpec = Pick<
  LearnerSpec,
  "mode" | "roundSize" | "horizon" | "afterHorizon" | "eps" | "fairnessMultiplier" | "delta"
>;

/** η and C of one round, in half units (see NOTATION row "unit"). */
export type Settings = { readonly eta: number; readonly fairnessWeight: number };

/** A run of rounds from..to (both included) with the same settings. */
export type Piece = Settings & { readonly from: number; readonly to: number };

/**
 * η and C in force in round t.
 *
 *   paper            C = T^(1/5), d = 2k + 4C, η = √(2 ln N/(d³ T)) on unscaled losses
 *   known, t <= T    η0 = (1/k) √(0.8 ln N/T), and so in mode `ix`
 *   known, no T or after T [derived]
 *                    η0 = (1/k) √(c ln N/2^j), 2^j <= t < 2^(j+1), c = RATES.anytime
 *   known            C = M ε/η0,  η = min(η0, ε/C),  M the operator's multiplier
 *
 * The anytime η0 after round T is below the fixed one, since 2^j > T/2 and 2 RATES.anytime < 0.8: η never rises.
 * In mode `paper` C stays a real number, used as a multiplicity (departure: the paper takes integers C >= 1).
 *
 * @param spec a validated spec
 * @param size N = |H|
 * @param t round, from 1
 * @throws LearnerError "class-empty" if N < 2 (ln N = 0 leaves nothing to learn); "horizon-passed" after T when the
 *   study ends there; "unknown-kind" for mode `guarded`; "horizon-missing"; "range" on t; "not-finite" if C or η leaves
 *   the range of doubles
 * Source: NOTATION rows "η", "C" (Thm 4.4, 4.5; η of mode `paper` is our choice, the theorem names none).
 */
export function settingsAt(spec: ScheduleSpec, size: number, t: number): Settings {
  if (!Number.isSafeInteger(t) || t < 1) throw new LearnerError("range", `round ${t}`);
  if (!Number.isSafeInteger(size) || size < 2)
    throw new LearnerError("class-empty", `a class of ${size} rules`);
  const { mode } = spec;
  if (mode === "guarded")
    throw new LearnerError("unknown-kind", "mode guarded tunes its rate by what it met");
  checkHorizon(spec, t);
  const settings = mode === "paper" ? paperSettings(spec, size) : knownSettings(spec, size, t);
  if (!(isPositive(settings.eta) && isPositive(settings.fairnessWeight))) {
    throw new LearnerError("not-finite", `eta = ${settings.eta}, C = ${settings.fairnessWeight}`);
  }
  return settings;
}

/**
 * The pieces of equal settings that make up rounds 1..t.
 *
 * @param t the last round, from 1
 * @returns pieces in order; η does not rise and C does not fall from one to the next
 * @throws LearnerError as settingsAt
 * Cost: O(log t).
 */
export function piecesUntil(spec: ScheduleSpec, size: number, t: number): Piece[] {
  const pieces: Piece[] = [];
  let from = 1;
  while (from <= t) {
    // Stryker disable next-line EqualityOperator: only a horizon of one round ends where a block begins, and the block of round 1 is as short
    const isFixed = spec.horizon !== null && from <= spec.horizon;
    const last = isFixed ? (spec.horizon ?? from) : 2 * blockStart(from) - 1;
    const to = Math.min(last, t);
    pieces.push({ from, to, ...settingsAt(spec, size, from) });
    from = to + 1;
  }
  return pieces;
}

/**
 * The largest power of two that is at most t: where the block of an unknown horizon began.
 *
 * @param t a round, 1..2^53
 */
export function blockStart(t: number): number {
  let start = 1;
  while (start * 2 <= t) start *= 2;
  return start;
}

/**
 * d = 2k + 4C, the length of Algorithm 3's vectors.
 *
 * @param k people per round
 * @param fairnessWeight C
 */
export function reducedLength(k: number, fairnessWeight: number): number {
  return 2 * k + 4 * fairnessWeight;
}

/**
 * Returns what mode `ix` adds to a chance in a label's loss; 0 in the other modes.
 *
 *   g = √(ln(N/δ)/(2T))
 *
 * The log holds T, δ and N (the size of the logged class), so p_i + g needs only logged numbers.
 *
 * @param spec a validated spec
 * @param size N
 * @throws LearnerError "horizon-missing"; "setting-missing"
 * Source: NOTATION row "g" [derived]: balances g k T, by which the estimates fall short of the truth, with k
 * ln(N/δ)/(2g), which no rule's estimate exceeds the truth by with probability 1 - δ (implicit exploration, Neu 2015).
 */
export function chanceMargin(spec: Pick<LearnerSpec, "mode" | "horizon" | "delta">, size: number): number {
  if (spec.mode !== "ix") return 0;
  if (spec.horizon === null) throw new LearnerError("horizon-missing", "mode ix needs T");
  if (spec.delta === undefined) throw new LearnerError("setting-missing", "mode ix needs a delta");
  return Math.sqrt(log(size / parseNumber(spec.delta)) / (2 * spec.horizon));
}

function paperSettings(spec: ScheduleSpec, size: number): Settings {
  if (spec.horizon === null) throw new LearnerError("horizon-missing", "mode paper needs T");
  const fairnessWeight = fifthRoot(spec.horizon);
  const d = reducedLength(spec.roundSize, fairnessWeight);
  return { eta: Math.sqrt((2 * log(size)) / (d * d * d * spec.horizon)), fairnessWeight };
}

function knownSettings(spec: ScheduleSpec, size: number, t: number): Settings {
  const isFixed = spec.horizon !== null && t <= spec.horizon;
  const rate = isFixed ? RATES.fixed : RATES.anytime;
  const rounds = isFixed ? (spec.horizon ?? t) : blockStart(t);
  const eta0 = Math.sqrt((rate * log(size)) / rounds) / spec.roundSize;
  const eps = parseNumber(spec.eps);
  const fairnessWeight = (parseNumber(spec.fairnessMultiplier) * eps) / eta0;
  return { eta: Math.min(eta0, eps / fairnessWeight), fairnessWeight };
}

function isPositive(value: number): boolean {
  return value > 0 && Number.isFinite(value);
}
