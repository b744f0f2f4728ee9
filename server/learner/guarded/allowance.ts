import { log } from "#server/learner/numeric/math.ts";
import type { GuardedSettings } from "./settings.ts";

type TauSettings = Pick<GuardedSettings, "allowance" | "step" | "tauStart">;

/**
 * Returns τ after a round. It falls by the step if the round ended in a report, and rises a little otherwise.
 *
 *   reported   max(-step, τ - step)
 *   quiet      min(1, τ + step · min(step, c (√t - √(t-1))))
 *
 * @param t the number of its opening, from 1
 * @param isReported whether a pair of the round was a violation
 */
export function nextTau(settings: TauSettings, tau: number, t: number, isReported: boolean): number {
  const { step } = settings;
  if (isReported) return Math.max(-step, tau - step);
  return Math.min(1, tau + step * rise(settings, t));
}

/** A round that τ counts, by the number of its opening. */
export type CountedRound = { readonly t: number; readonly isReported: boolean };

/** A round that is open, and whether it has a pair that can be judged: only then can it end in a report. */
export type UndecidedRound = { readonly t: number; readonly hasPairs: boolean };

/**
 * Returns τ of the next opening. It counts all rounds in the order of their openings; an open one as reported if it has
 * a pair that can be judged, and as quiet otherwise. So τ is never above what the same rounds would have left one by one.
 *
 * @param tau after the rounds before the oldest open one
 * @param later closed rounds after the oldest open one
 * Source: NOTATION row "tau" (docs/theory.md).
 */
export function tauWithOpen(
  settings: TauSettings,
  tau: number,
  { open, later }: { readonly open: readonly UndecidedRound[]; readonly later: readonly CountedRound[] },
): number {
  return tauAfter(settings, tau, [...open.map(({ t, hasPairs }) => ({ t, isReported: hasPairs })), ...later]);
}

/**
 * Counts the closed rounds before the oldest open one, whose place in the order nothing can change any more.
 *
 * @returns τ after them, and the closed rounds that are left
 */
export function countSettled(
  settings: TauSettings,
  tau: number,
  { open, later }: { readonly open: readonly UndecidedRound[]; readonly later: readonly CountedRound[] },
): { tau: number; later: readonly CountedRound[] } {
  const oldest = open[0]?.t ?? Number.POSITIVE_INFINITY;
  const settled = later.filter(({ t }) => t < oldest);
  return { tau: tauAfter(settings, tau, settled), later: later.filter(({ t }) => t > oldest) };
}

/**
 * Returns the largest possible numbers of violating rounds, given how τ moves. Theorem A promises them for any panel and
 * any order of closings, as long as no correction was cut.
 *
 *   from {0: τ_1}: in each round (v, τ) goes to (v, τ after a quiet round) and, if τ > 0, to (v + 1, τ - step);
 *   for each v the largest τ is kept
 *
 * @param rounds T, from 0: openings that were not undone
 * @returns the exact maxima after 0..T rounds: [T + 1]
 * Cost: O(T · the last one).  Source: NOTATION row "promise" (Theorem A, docs/theory.md).
 */
export function reportsUntil(settings: TauSettings, rounds: number): number[] {
  const most = [0];
  let best: number[] = [settings.tauStart];
  for (let t = 1; t <= rounds; t += 1) {
    const next: number[] = best.map((tau) => nextTau(settings, tau, t, false));
    for (const [reports, tau] of best.entries()) {
      if (!(tau > 0)) continue;
      const after = nextTau(settings, tau, t, true);
      const other = next[reports + 1];
      if (other === undefined || after > other) next[reports + 1] = after;
    }
    best = next;
    most.push(best.length - 1);
  }
  return most;
}

/** Returns how many of T rounds can end in a report: the last number of {@link reportsUntil}. */
export function mostReports(settings: TauSettings, rounds: number): number {
  return reportsUntil(settings, rounds).at(-1) ?? 0;
}

/**
 * Returns the round up to which the promise holds whatever the corrections are: before it the budget cannot run out.
 *
 *   X = floor((B/((1 - α) r))² ln N),  r k (1 - α) the most that a round corrects: r = 1/2, or 1 if moved upwards
 *
 * @param size N
 * Source: Theorem A (docs/theory.md).
 */
export function certainUntil(
  { budget, alpha, upwards }: Pick<GuardedSettings, "budget" | "alpha" | "upwards">,
  size: number,
): number {
  const most = upwards ? 1 - alpha : (1 - alpha) / 2;
  return Math.floor((budget / most) ** 2 * log(size));
}

/** Returns τ after these rounds, in the order of their openings. */
function tauAfter(settings: TauSettings, tau: number, rounds: readonly CountedRound[]): number {
  return [...rounds]
    .sort((a, b) => a.t - b.t)
    .reduce((before, { t, isReported }) => nextTau(settings, before, t, isReported), tau);
}

/** v_t, the rise of τ, in steps. */
function rise({ allowance, step }: TauSettings, t: number): number {
  return Math.min(step, allowance * (Math.sqrt(t) - Math.sqrt(t - 1)));
}
