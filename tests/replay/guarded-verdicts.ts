/** Remembered verdicts of mode `guarded`: the list, its limit, the sweep (docs/log-format-guarded.md, section 5). */

import { totalOf } from "./guarded-weights.ts";

export interface Verdict {
  readonly people: readonly [high: string, low: string];
  /** h(high) - h(low) of every rule; null where features are gone. */
  readonly differences: readonly number[] | null;
  readonly bound: number;
  readonly charge: number;
  /** t of the last opening that enforces it; null: all do. */
  readonly until: number | null;
}

const MOST = 256;
/** Another exp may rank charges differently that are this close. */
const NEAR = 1e-9;

export interface Kept {
  readonly verdicts: readonly Verdict[];
  /** It is unclear within the tolerance which of two was dropped. */
  readonly atBoundary: boolean;
}

/** Adds the violations of a round, and drops those above the limit. */
export function remember(earlier: readonly Verdict[], found: readonly Verdict[]): Kept {
  const fresh = best(found, MOST, (verdict) => verdict.bound).verdicts;
  const older = best(earlier, MOST - fresh.length, (verdict) => verdict.charge, "last");
  return { verdicts: [...older.verdicts, ...fresh], atBoundary: older.atBoundary };
}

/** Keeps this many with the largest values, in order; of equal ones the first or the last stay. */
function best(
  verdicts: readonly Verdict[],
  most: number,
  rankOf: (verdict: Verdict) => number,
  stays: "first" | "last" = "first",
): Kept {
  if (verdicts.length <= most) return { verdicts, atBoundary: false };
  const ranked = verdicts.map((verdict, place) => ({ place, value: rankOf(verdict) }));
  ranked.sort((a, b) => b.value - a.value || (stays === "first" ? a.place - b.place : b.place - a.place));
  const kept = new Set(ranked.slice(0, most).map(({ place }) => place));
  const [last, next] = [ranked[most - 1]?.value ?? Number.POSITIVE_INFINITY, ranked[most]?.value ?? 0];
  return {
    verdicts: verdicts.filter((_, place) => kept.has(place)),
    atBoundary: last !== next && last - next <= NEAR * last,
  };
}

export interface Swept {
  readonly weights: number[];
  readonly tilt: number[];
  readonly verdicts: Verdict[];
}

/** Sweeps from the last verdict to the first; null if features of one are gone. */
export function sweep(
  weights: readonly number[],
  tilt: readonly number[],
  verdicts: readonly Verdict[],
  { eta, trust }: { eta: number; trust: number },
): Swept | null {
  const swept: Swept = { weights: [...weights], tilt: [...tilt], verdicts: [...verdicts] };
  for (const [place, verdict] of [...verdicts.entries()].reverse()) {
    const { differences, charge } = verdict;
    if (differences === null) return null;
    const move = moveOf(swept.weights, differences, verdict, { eta, trust });
    if (move === 0) continue;
    const isReleased = move === -eta * charge;
    const change = isReleased ? -charge : move / eta;
    for (const [rule, f] of differences.entries()) {
      swept.weights[rule] = (swept.weights[rule] ?? 0) * Math.exp(-move * f);
      swept.tilt[rule] = (swept.tilt[rule] ?? 0) + change * f;
    }
    swept.verdicts[place] = { ...verdict, charge: charge + change };
  }
  return swept;
}

/** m of one step. */
function moveOf(
  weights: readonly number[],
  differences: readonly number[],
  { bound: b, charge }: Verdict,
  { eta, trust }: { eta: number; trust: number },
): number {
  const of = (sign: number) => totalOf(weights.filter((_, rule) => differences[rule] === sign));
  const [above, below, neither] = [of(1), of(-1), of(0)];
  const total = above + below + neither;
  const [u, d, r] = [above / total, below / total, neither / total];
  if (u - d <= b && charge === 0) return 0;
  const lower = Math.max(-eta * charge, -20);
  const upper = Math.min(trust - eta * charge, 20);
  if (u === 0) return lower;
  const root = Math.sqrt(b * b * r * r + 4 * (1 - b * b) * u * d);
  const z = Math.min(Math.max((b * r + root) / (2 * (1 - b) * u), 1e-300), 1e300);
  return Math.max(lower, Math.min(upper, -Math.log(z)));
}
