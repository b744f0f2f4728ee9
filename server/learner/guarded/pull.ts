import type { PickBounds } from "../policy/picks.ts";
import { LIMIT_MARGIN } from "./settings.ts";

/** How the chances of a round were brought within their limit. */
export type Pull = {
  /** The largest gap allowed: (α + max(0, τ)) (1 - 1e-9). */
  readonly limit: number;
  /** s, in [0, 1]: how far each chance moves towards the target. */
  readonly pull: number;
  /** The target of all chances, in [0, 1]. */
  readonly target: number;
  /** Whether the budget cut the pull, so that the chances are further apart than the limit. */
  readonly isCut: boolean;
  /** s Σ |target - p_i|: what this round uses of the budget. */
  readonly spent: number;
};

/**
 *   S = max p - min p;  if S > limit: s = 1 - limit/S towards max(mean p, max p/3), at most the remaining budget
 *
 * Where "accept everyone" outweighs "accept no one" and the study moves chances upwards, the target rises by a part of what is left:
 *
 *   target = m + (1 - m) max(0, 2 lead - 1),  m the target above
 *
 * With a number of picks the target is brought between low/n and high/n, so that the number stays within its bounds.
 *
 * @param base p: [k], the chances of the base policy
 * @param left the remaining budget, >= 0
 * @param lead the weight of "accept everyone" in that of both constant rules, see {@link leadOf}; null: no rise
 * @param bounds of the number of picks, within which the sum of p lies; null: none
 * Source: NOTATION row "pull" (docs/theory.md).
 */
export function pullOf(
  base: readonly number[],
  {
    alpha,
    tau,
    left,
    lead = null,
    bounds = null,
  }: { alpha: number; tau: number; left: number; lead?: number | null; bounds?: PickBounds | null },
): Pull {
  const limit = (alpha + Math.max(0, tau)) * (1 - LIMIT_MARGIN);
  const largest = Math.max(...base);
  const spread = largest - Math.min(...base);
  const low = Math.max(total(base) / base.length, largest / 3);
  const free = lead === null ? low : low + (1 - low) * Math.max(0, 2 * lead - 1);
  const target =
    bounds === null ? free : Math.min(bounds.high / base.length, Math.max(bounds.low / base.length, free));
  if (!(spread > limit)) return { limit, pull: 0, target, isCut: false, spent: 0 };
  const needed = 1 - limit / spread;
  const cost = total(base.map((chance) => Math.abs(target - chance)));
  const pull = Math.min(needed, Math.max(0, left) / cost);
  return { limit, pull, target, isCut: pull < needed, spent: pull * cost };
}

/** Returns the weight of "accept everyone" in that of both constant rules, in [0, 1]; 1/2 where neither has any. */
export function leadOf(everyone: number, noOne: number): number {
  return everyone + noOne > 0 ? everyone / (everyone + noOne) : 0.5;
}

/** p~: the published chances, [k]. */
export function published(
  base: readonly number[],
  { pull, target }: Pick<Pull, "pull" | "target">,
): number[] {
  return base.map((chance) => Math.min(1, Math.max(0, (1 - pull) * chance + pull * target)));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
