import { isEpsInsideAlpha, RATES } from "#server/learner/config/defaults.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { log } from "#server/learner/numeric/math.ts";
import { chanceMargin, piecesUntil, reducedLength, type ScheduleSpec } from "./config/step-sizes.ts";

/**
 * The proven bounds for a study with these settings, drawn as curves next to the charts. All of them are [derived].
 *
 * In expectation, for outcomes that arrive before the next opening, against any fixed policy that is
 * (α-ε,γ)-fair in every round. Regret_err and V count errors and violating rounds, so twice the half units.
 *
 * Mode `known`. Let Z = A + F be a round's estimate in half units, A >= 0 with E Σ_h p_h A_h² <= 1.25 k², and F in an
 * interval of width C on violating rounds, else 0. For exponential weights with η_t that does not rise,
 *
 *   Σ <p_t, Z_t> - Z_t(h*) <= ln N/η_T + Σ (1/η_t)(ln Σ_h p_h e^{-η_t Z_h} + η_t <p, Z>).
 *
 * Cauchy-Schwarz splits Σ p e^{-ηA} e^{-ηF}; e^{-x} <= 1 - x + x²/2 on A and Hoeffding on F bound the bracket by
 * η_t A² + η_t C_t²/4. Doubled, and with Lemma 4.3 (each violating round earns C_t ε),
 *
 *   E Regret_err + Σ_t w_t E V_t <= B_T = 2 ln N/η_T + 2.5 k² Σ η_t,
 *   w_t = ε C_t - η_t C_t²/2 >= ε C_t/2 as η_t <= ε/C_t.
 *
 * T known, M = 1: B_T = 2√5 k √(T ln N) <= 4.48 k √(T ln N).
 *
 * Anytime, η_t = (1/k) √(c ln N/2^j) on 2^j <= t < 2^(j+1). Let s(t) = 2^j. Whole blocks give 2^(j/2) each, so with
 * T + 1 = x s(T), 1 < x <= 2:  Σ s^(-1/2) = √s(T) (√2 + x) - (1 + √2) <= (1 + √2)(√(T+1) - 1) <= (1 + √2) √T, since
 * √(2/x) + √x <= 1 + √2 on [1, 2] (convex in ln x, equal at both ends). And 1/η_T <= k √(T/(c ln N)). Hence
 *
 *   B_T <= (2/√c + 2.5 (1 + √2) √c) k √(T ln N), least at c = 0.8 (√2 - 1) = 0.3314;
 *   at c = 1/3: K = 6.9488, printed 6.95.
 *
 * V: Regret_err >= -k t gives W(t) = Σ_{s<=t} w_s V_s <= B_t + k t for every t. As w does not fall, summation by parts,
 * V_T = W(T)/w_T + Σ_{t<T} W(t)(1/w_t - 1/w_{t+1}), keeps the sign, and only block ends t = 2^(j+1) - 1 count. With
 * w_t = ε² k √(s(t)/(c ln N))/2 (M = 1), T = x s(T):
 *   the k t part sums to <= (√x + √2/√x) √T <= (1 + √2) √T; the √t part to √x + (√2 - 1) j <= 1 + (√2 - 1) log2 T:
 *
 *   V <= (2 √c (1 + √2) √(T ln N) + 2 √c K ln N (1 + (√2 - 1) log2 T))/ε²
 *     <= (2.79 √(T ln N) + 8.03 ln N (1 + 0.598 ln T))/ε²   at c = 1/3.
 *
 * Mode `paper`: with d = 2k + 4C every rule has d/2 coordinates in play (counted with multiplicity), so
 * E Σ p A² <= (d/2) Σ l_i² <= (d/2)(k + C + d/8) <= (5/16) d², and B_T = 2 ln N/η + (5/16) η d² T, w = ε C.
 *
 * Mode `ix` (η and C of `known`), against a policy chosen after the fact: the estimates with p + g fall short of the
 * truth by g k a round for the learner at most. The largest excess of a rule's estimate over the truth is, in
 * expectation, k (ln N + 1)/(2g) (for each person and 0 <= a <= 2g, E exp(a Σ (ℓ̂ - ℓ)) <= 1; Jensen over the k people;
 * a union over the rules and the tail e^{-x} integrated). Both doubled: B_T = known + 2 g k T + k (ln N + 1)/g.
 *
 * FTPL: no bound in numbers here; the functions refuse it ("unknown-kind").
 *
 * The functions below use the pieces themselves and are at most the closed forms.
 */
export type BoundSpec = ScheduleSpec & Pick<LearnerSpec, "alpha"> & Partial<Pick<LearnerSpec, "learner">>;

const LARGEST_HORIZON = 4503599627370496;

/**
 * Bound on E Regret_err (and on the Lagrangian regret left after the fairness terms) after t rounds.
 *
 *   B_t = 2 ln N/η_t + q Σ_{s<=t} η_s,  q = 2.5 k² (known, ix) or (5/16) d² (paper);  ix: + 2 g k t + k (ln N + 1)/g
 *
 * @param size N
 * @param t rounds, from 1
 * @returns errors, > 0
 * @throws LearnerError as settingsAt
 * Cost: O(log t).  Source: NOTATION row "error regret bound" [derived].
 */
export function errorRegretBound(spec: BoundSpec, size: number, t: number): number {
  return boundAfter(spec, size, piecesUntil(spec, size, t));
}

/**
 * Returns the bound on the expected number of violating rounds among the first t. A bound above t says nothing.
 *
 *   V_t <= D(t)/w_last + Σ over earlier pieces D(end)(1/w_piece - 1/w_next),  D(t) = B_t + k t
 *
 * @param size N
 * @param t rounds, from 1
 * @throws LearnerError "eps-outside-alpha"; as settingsAt
 * Cost: O(log² t).  Source: NOTATION row "violating rounds bound" [derived].
 */
export function violatingRoundsBound(spec: BoundSpec, size: number, t: number): number {
  if (!isEpsInsideAlpha(spec)) {
    throw new LearnerError("eps-outside-alpha", `eps ${spec.eps} is not in (0, ${spec.alpha}]`);
  }
  const pieces = piecesUntil(spec, size, t);
  const weights = pieces.map((piece) => earned(spec, piece));
  let bound = 0;
  pieces.forEach((piece, i) => {
    const weight = weights[i] ?? Number.NaN;
    const next = weights[i + 1];
    const budget = boundAfter(spec, size, pieces.slice(0, i + 1)) + spec.roundSize * piece.to;
    bound += budget * (1 / weight - (next === undefined ? 0 : 1 / next));
  });
  return bound;
}

/**
 * Returns the smallest T from which the closed form of violatingRoundsBound stays below T. If the study has a horizon,
 * the horizon is set to T.
 *
 * @param size N
 * @returns rounds; Infinity beyond 2^52, as far as rounds can be counted
 * @throws LearnerError "eps-outside-alpha"; "class-empty"
 * Source: NOTATION row "no guarantee below" [derived].
 */
export function noGuaranteeBelow(spec: BoundSpec, size: number): number {
  const says = (rounds: number) => closedForm(spec, size, rounds) < rounds;
  let above = 1;
  while (!says(above)) {
    above *= 2;
    if (above > LARGEST_HORIZON) return Number.POSITIVE_INFINITY;
  }
  let below = above / 2;
  // each closed form grows slower than T, so it crosses T once
  while (below + 1 < above) {
    const middle = Math.floor((below + above) / 2);
    if (says(middle)) above = middle;
    else below = middle;
  }
  return above;
}

function closedForm(spec: BoundSpec, size: number, rounds: number): number {
  if (spec.learner === "ftpl") throw new LearnerError("unknown-kind", "no bound in numbers for FTPL");
  if (spec.horizon !== null) {
    return violatingRoundsBound({ ...spec, horizon: rounds }, size, rounds);
  }
  return anytimeClosedForm(spec, size, rounds);
}

/**
 * The anytime closed form from the top of this file for any multiplier M.
 * η shrinks by s = min(1, 1/M), w grows by M (1 - min(1, M)/2) · 2.
 */
function anytimeClosedForm(spec: BoundSpec, size: number, rounds: number): number {
  if (!isEpsInsideAlpha(spec)) {
    throw new LearnerError("eps-outside-alpha", `eps ${spec.eps} is not in (0, ${spec.alpha}]`);
  }
  const M = parseNumber(spec.fairnessMultiplier);
  const eps = parseNumber(spec.eps);
  const s = Math.min(1, 1 / M);
  const rootC = Math.sqrt(RATES.anytime);
  const lnN = log(size);
  const K = 2 / (s * rootC) + 2.5 * (1 + Math.SQRT2) * s * rootC;
  const log2 = log(rounds) / Math.LN2;
  const inner = (1 + Math.SQRT2) * Math.sqrt(rounds) + K * Math.sqrt(lnN) * (1 + (Math.SQRT2 - 1) * log2);
  return (rootC * Math.sqrt(lnN) * inner) / (eps * eps * M * (1 - Math.min(1, M) / 2));
}

type PieceList = ReturnType<typeof piecesUntil>;

function boundAfter(spec: BoundSpec, size: number, pieces: PieceList): number {
  if (spec.learner === "ftpl") throw new LearnerError("unknown-kind", "no bound in numbers for FTPL");
  const last = pieces.at(-1);
  if (last === undefined) throw new LearnerError("range", "no rounds");
  const d = reducedLength(spec.roundSize, last.fairnessWeight);
  const q = spec.mode === "paper" ? (5 / 16) * d * d : 2.5 * spec.roundSize * spec.roundSize;
  const etas = pieces.reduce((total, { from, to, eta }) => total + (to - from + 1) * eta, 0);
  return (2 * log(size)) / last.eta + q * etas + marginCost(spec, size, last.to);
}

/** The part of the bound that g adds in mode `ix`. */
function marginCost(spec: BoundSpec, size: number, t: number): number {
  const g = chanceMargin(spec, size);
  return g === 0 ? 0 : 2 * g * spec.roundSize * t + (spec.roundSize * (log(size) + 1)) / g;
}

/** w: the amount that one violating round of the piece subtracts from the bound. */
function earned(spec: BoundSpec, { eta, fairnessWeight: C }: PieceList[number]): number {
  const eps = parseNumber(spec.eps);
  return spec.mode === "paper" ? eps * C : eps * C - (eta * C * C) / 2;
}
