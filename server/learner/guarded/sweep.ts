import { kernel } from "#server/learner/numeric/kernels/kernel.ts";
import { exp, log } from "#server/learner/numeric/math.ts";
import { sumInParts } from "#server/learner/numeric/parts.ts";
import { LARGEST_TILT } from "./settings.ts";
import type { Verdict } from "./verdicts.ts";

/**
 * One pass of dual ascent over the remembered verdicts, newest first and within a round from the last to the first:
 * each one in turn is brought to its bound as far as its trust allows.
 *
 *   u, d, r = weight of f = +1, -1, 0, as shares;  skipped if u - d <= b and c = 0
 *   z = (b r + √(b² r² + 4 (1 - b²) u d)) / (2 (1 - b) u),  μ = -ln z: after it the pair's gap is b
 *   μ clipped to [-η c, Λ count - η c] and to ±20;  c += μ/η;  G += (μ/η) f;  w *= e^(-μ f)
 *
 * @param weights w: [N], changed in place; their total need not be 1
 * @param tilt G: [N], changed in place
 * @param verdicts in the order of {@link Verdict}
 * @param eta of the opening
 * @param trust Λ
 * @returns the verdicts with their new charges
 * Cost: O(N) once; a verdict a pass over the rules that tell the two people apart, two where it moves, one logarithm and
 * two exponentials.
 * Source: NOTATION row "sweep" (docs/theory.md).
 */
export function sweep(
  weights: Float64Array,
  tilt: Float64Array,
  verdicts: readonly Verdict[],
  { eta, trust }: { eta: number; trust: number },
): Verdict[] {
  const swept = [...verdicts];
  if (swept.length === 0) return swept;
  const work = kernel().sweeper(weights.length);
  work.weights.set(weights);
  work.tilt.set(tilt);
  let total = sumInParts(weights);
  let largest = total;
  for (let index = swept.length - 1; index >= 0; index -= 1) {
    const verdict = swept[index] as Verdict;
    work.signs.set(verdict.signs);
    const { up, down } = work.sums();
    const rest = total - up - down;
    const shares = { up: up / total, down: down / total, rest: rest / total };
    const move = moveOf(shares, verdict, { eta, trust });
    if (move === 0) continue;
    const isReleased = move === -eta * verdict.charge;
    const change = isReleased ? -verdict.charge : move / eta;
    const [lighter, heavier] = [exp(-move), exp(move)];
    work.move(lighter, heavier, change);
    swept[index] = { ...verdict, charge: verdict.charge + change };
    total = rest + up * lighter + down * heavier;
    largest = Math.max(largest, total);
    // rounding errors of a large total must not dominate a small one
    if (total < largest / 2) largest = total = sumInParts(work.weights);
  }
  weights.set(work.weights.subarray(0, weights.length));
  tilt.set(work.tilt.subarray(0, tilt.length));
  return swept;
}

const SMALLEST_RATIO = 1e-300;

type Shares = { readonly up: number; readonly down: number; readonly rest: number };

/** μ: how far the log weights of the rules with f = 1 move down, and of those with f = -1 up. */
function moveOf(
  { up, down, rest }: Shares,
  { bound: b, charge, count }: Verdict,
  { eta, trust }: { eta: number; trust: number },
): number {
  if (up - down <= b && charge === 0) return 0;
  const lower = Math.max(-eta * charge, -LARGEST_TILT);
  const upper = Math.min(trust * count - eta * charge, LARGEST_TILT);
  if (up === 0) return lower;
  const z = (b * rest + Math.sqrt(b * b * rest * rest + 4 * (1 - b * b) * up * down)) / (2 * (1 - b) * up);
  // beyond e^±20 the clips decide, and a logarithm of 0 or of infinity does not exist
  const tilt = -log(Math.min(Math.max(z, SMALLEST_RATIO), 1 / SMALLEST_RATIO));
  return Math.max(lower, Math.min(upper, tilt));
}
