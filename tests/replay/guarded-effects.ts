/** The effects of closings, labels and erasures in mode `guarded` (docs/log-format-guarded.md, section 5). */

import type { Outcome } from "./charges.ts";
import { onGrid } from "./double-costs.ts";
import type { Guard } from "./guarded-guard.ts";
import type { Bits, GuardedState } from "./guarded-state.ts";
import type { Pair } from "./panel.ts";

/** A person of a round, with the numbers of the round's opening. */
export interface Standing {
  readonly person: string;
  readonly chance: number;
  readonly bits: Bits;
}

export function closeGuarded(
  state: GuardedState,
  guard: Guard,
  people: readonly Standing[],
  violations: readonly Pair[],
  eps: number,
): void {
  for (const [position, { bits, chance }] of people.entries()) {
    state.charge(bits, onGrid(expectedCost(chance, guard) - 0.5), guard.base[position] ?? 0);
  }
  const { until } = state;
  const found = violations.flatMap(({ high, low }) => {
    const [above, below] = [people[high], people[low]];
    if (above === undefined || below === undefined) return [];
    const names = [above.person, below.person] as const;
    const bound = above.chance - below.chance - eps;
    return [{ people: names, differences: differencesOf(above.bits, below.bits), bound, charge: 0, until }];
  });
  state.close(found);
}

interface Label {
  readonly one: Standing;
  /** The person's base chance. */
  readonly base: number;
  readonly former: Outcome | null;
  readonly value: Outcome;
}

/** Applies a first label, or one that replaces another. */
export function labelGuarded(state: GuardedState, guard: Guard, { one, base, former, value }: Label): void {
  const { bits, chance } = one;
  const costOf = (label: Outcome | null) => {
    if (label === null || label === "lost") return 0;
    const times = guard.isRare ? Math.min(1 / chance, 3) : 1 / chance;
    return ((label === "no" ? 1 : 0) - expectedCost(chance, guard)) * times;
  };
  state.charge(bits, onGrid(costOf(value)) - onGrid(costOf(former)), base);
  const isKnown = (label: Outcome | null) => Number(label === "yes" || label === "no");
  state.count(isKnown(value) - isKnown(former), Number(value === "no") - Number(former === "no"));
}

/** e: the expected cost of a label. */
function expectedCost(chance: number, { noShare, isRare }: Guard): number {
  return isRare ? noShare : Math.min(1, 2 * chance) * noShare;
}

function differencesOf(above: Bits, below: Bits): number[] | null {
  return above && below && Array.from(above, (bit, rule) => bit - (below[rule] ?? 0));
}
