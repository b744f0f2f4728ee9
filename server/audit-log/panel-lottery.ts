import { taggedHash } from "./hash.ts";
import type { Attributes, LoggedLottery, PanelQuota } from "./panel-schemas.ts";
import { LOTTERY_WEIGHT } from "./panel-ways.ts";

/** The seats of a pool, grouped by the quotas towards which they count. */
export type Strata = {
  /** Sorted by their quotas, number by number; a list comes before longer ones that begin with it. */
  readonly types: LoggedLottery["types"];
  /** The position of each seat's type. */
  readonly typeOf: ReadonlyMap<string, number>;
};

/**
 * Groups the seats of a pool by the quotas towards which they count.
 *
 * @param attributes of each seat; none where absent
 * Cost: O(seats · quotas).
 */
export function strataOf(
  pool: readonly string[],
  attributes: ReadonlyMap<string, Attributes>,
  quotas: readonly PanelQuota[],
): Strata {
  const quotasOf = (seat: string) =>
    quotas.flatMap(({ attribute, value }, quota) =>
      attributes.get(seat)?.some((one) => one.name === attribute && one.value === value) ? [quota] : [],
    );
  const seatsOf = Map.groupBy(pool, (seat) => quotasOf(seat).join());
  const sorted = [...seatsOf.values()]
    .map((seats) => ({ quotas: quotasOf(seats[0] ?? ""), seats }))
    .sort((a, b) => compareLists(a.quotas, b.quotas));
  const types = sorted.map(({ quotas: counted, seats }) => ({ quotas: counted, seats: seats.length }));
  const typeOf = new Map(sorted.flatMap(({ seats }, type) => seats.map((seat) => [seat, type] as const)));
  return { types, typeOf };
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((number, index) => number !== b[index]);
  return place < 0 ? a.length - b.length : (a[place] ?? 0) - (b[place] ?? -1);
}

/** Returns whether a lottery is over panels of this pool. */
export function isLotteryOf({ types }: LoggedLottery, pool: Strata): boolean {
  return JSON.stringify(types) === JSON.stringify(pool.types);
}

/**
 * Returns what is wrong with a lottery: its types, its weights, or a panel with the wrong size or a missed quota.
 *
 * @returns null if it is a lottery over panels that meet all quotas
 */
export function lotteryProblem(
  { types, panels }: LoggedLottery,
  { size, quotas }: { readonly size: number; readonly quotas: readonly PanelQuota[] },
): "types" | "weights" | "panel" | null {
  const areTypes = types.every(({ quotas: counted }, type) => {
    const isRising = counted.every(
      (quota, place) => quota < quotas.length && quota > (counted[place - 1] ?? -1),
    );
    return isRising && (type === 0 || compareLists(types[type - 1]?.quotas ?? [], counted) < 0);
  });
  if (!areTypes) return "types";
  const areDifferent = new Set(panels.map(({ counts }) => counts.join())).size === panels.length;
  const isPanel = ({ counts }: LoggedLottery["panels"][number]) =>
    counts.length === types.length &&
    counts.every((count, type) => count <= (types[type]?.seats ?? 0)) &&
    sum(counts) === size &&
    quotas.every(({ least, most }, quota) => {
      const seats = sum(counts.map((count, type) => (types[type]?.quotas.includes(quota) ? count : 0)));
      return seats >= least && seats <= most;
    });
  if (!areDifferent || !panels.every(isPanel)) return "panel";
  return sum(panels.map(({ weight }) => weight)) === LOTTERY_WEIGHT ? null : "weights";
}

/**
 * Draws a panel of a lottery: the first whose weight, added to those before it, is above the first 32 bits of
 * H("lottery", seed).
 *
 * @returns its number of seats of each type
 * @throws LogError "lone-surrogate"
 */
export function drawnCounts({ panels }: LoggedLottery, seed: string): readonly number[] {
  const number = Number.parseInt(taggedHash("lottery", seed).slice(0, 8), 16);
  let passed = 0;
  return (
    panels.find(({ weight }) => {
      passed += weight;
      return passed > number;
    })?.counts ?? []
  );
}

/**
 * Returns for each type the chance that a seat is on the panel: Σ weight · count/seats, as a share of all weight.
 */
export function chancesOfTypes({ types, panels }: LoggedLottery): number[] {
  return types.map(({ seats }, type) => {
    const weighted = sum(panels.map(({ counts, weight }) => weight * (counts[type] ?? 0)));
    return weighted / (seats * LOTTERY_WEIGHT);
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
