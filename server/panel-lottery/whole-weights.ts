import { LOTTERY_WEIGHT } from "#server/audit-log/panel-ways.ts";

/** How many seats of each type a panel has, and its weight in the lottery. */
export type WeightedPanel = { readonly counts: readonly number[]; readonly weight: number };

/**
 * Rounds shares of panels to whole weights with the sum {@link LOTTERY_WEIGHT}, by largest remainder; panels of weight 0
 * are left out.
 *
 * @param panels shares of at least 0 with a positive sum
 */
export function wholeWeights(
  panels: readonly { readonly counts: readonly number[]; readonly share: number }[],
): WeightedPanel[] {
  const sum = panels.reduce((total, { share }) => total + share, 0);
  const exact = panels.map(({ counts, share }) => ({ counts, part: (share / sum) * LOTTERY_WEIGHT }));
  const whole = exact.map(({ counts, part }) => ({ counts, weight: Math.floor(part) }));
  const left = LOTTERY_WEIGHT - whole.reduce((total, { weight }) => total + weight, 0);
  const remainder = (place: number) => (exact[place]?.part ?? 0) % 1;
  const order = [...whole.keys()].sort((a, b) => remainder(b) - remainder(a) || a - b);
  const raised = new Set(order.slice(0, left));
  return whole
    .map(({ counts, weight }, place) => ({ counts, weight: raised.has(place) ? weight + 1 : weight }))
    .filter(({ weight }) => weight > 0);
}
