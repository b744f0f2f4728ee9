import { taggedHash } from "./hash.ts";
import { drawnCounts, isLotteryOf, strataOf } from "./panel-lottery.ts";
import type { Attributes, LoggedLottery, PanelQuota, PanelSelection } from "./panel-schemas.ts";

export type PanelPool = {
  readonly selection: PanelSelection;
  /** The seats neither removed nor resting nor left out, by number. */
  readonly pool: readonly string[];
  /** The seed of the lot. */
  readonly seed: string;
  /** The number of panels of closed rounds on which each seat was; 0 if absent. */
  readonly panelCounts: ReadonlyMap<string, number>;
  /** The seats that the operator named; used by `by-operator` only. */
  readonly named: readonly string[];
  /** Attributes and lottery are used by `stratified` only. */
  readonly attributes?: ReadonlyMap<string, Attributes>;
  readonly lottery?: LoggedLottery | null;
};

/** The minimum and maximum number of these seats on a panel. */
export type SeatQuota = { readonly least: number; readonly most: number; readonly seats: string[] };

export type SelectedPanel = {
  /** By number. */
  readonly panel: string[];
  /** The other seats of a lot or rotation, in the order in which they replace seats of the panel. */
  readonly reserve: string[];
  /** The quotas of a stratified lot, with the seats of the pool that count towards each. */
  readonly quotas: SeatQuota[];
};

/**
 * Chooses the panel of a round. `everyone` takes the pool, `by-operator` the named seats of the pool. `by-lot` takes
 * the first `size` seats by H("panel", seed, seat), `rotation` those on the fewest panels of closed rounds, ties
 * by the same hash. `stratified` takes the first seats of each type by that hash, as many as the lottery draws.
 *
 * @returns undefined if the pool has fewer seats than the panel needs, which is at least one, and if the lottery is
 *   not one over the panels of the pool
 * @throws LogError "lone-surrogate"
 * Cost: a hash for each seat of the pool, and a sort.
 */
export function selectPanel(input: PanelPool): SelectedPanel | undefined {
  const { selection, pool, named } = input;
  const { how, size } = selection;
  if (size === null) {
    const panel = how === "everyone" ? [...pool] : pool.filter((seat) => named.includes(seat));
    return panel.length === 0 ? undefined : { panel, reserve: [], quotas: [] };
  }
  if (size > pool.length) return undefined;
  const order = lotOf(input);
  if (how === "stratified") return selectStratified(input, selection.quotas, order);
  const chosen = new Set(order.slice(0, size));
  return { panel: pool.filter((seat) => chosen.has(seat)), reserve: order.slice(size), quotas: [] };
}

function lotOf({ selection: { how }, pool, seed, panelCounts }: PanelPool): string[] {
  const ranked = pool.map((seat) => ({
    seat,
    count: how === "rotation" ? (panelCounts.get(seat) ?? 0) : 0,
    lot: taggedHash("panel", seed, seat),
  }));
  // Stryker disable next-line EqualityOperator: two seats never have the same hash
  ranked.sort((a, b) => a.count - b.count || (a.lot < b.lot ? -1 : 1));
  return ranked.map(({ seat }) => seat);
}

function selectStratified(
  { pool, seed, attributes = new Map(), lottery = null }: PanelPool,
  quotas: readonly PanelQuota[],
  order: readonly string[],
): SelectedPanel | undefined {
  const strata = strataOf(pool, attributes, quotas);
  if (lottery === null || !isLotteryOf(lottery, strata)) return undefined;
  const left = [...drawnCounts(lottery, seed)];
  const chosen = new Set<string>();
  for (const seat of order) {
    const type = strata.typeOf.get(seat) ?? 0;
    if ((left[type] ?? 0) === 0) continue;
    left[type] = (left[type] ?? 0) - 1;
    chosen.add(seat);
  }
  return {
    panel: pool.filter((seat) => chosen.has(seat)),
    reserve: order.filter((seat) => !chosen.has(seat)),
    quotas: quotas.map(({ least, most }, quota) => ({
      least,
      most,
      seats: pool.filter((seat) => strata.types[strata.typeOf.get(seat) ?? 0]?.quotas.includes(quota)),
    })),
  };
}

/**
 * Returns the seat that takes a place of a panel: the first of the reserve that is free and with which the panel meets
 * the quotas; where there is none, the first that is free.
 *
 * @param panel by place, as it is now
 * @returns undefined if no seat is free
 */
export function nextSeat(
  { reserve, quotas }: Pick<SelectedPanel, "reserve" | "quotas">,
  { panel, place }: { readonly panel: readonly string[]; readonly place: number },
  isFree: (seat: string) => boolean,
): string | undefined {
  const free = reserve.filter(isFree);
  const others = panel.filter((_, one) => one !== place);
  const fits = (seat: string) =>
    quotas.every(({ least, most, seats }) => {
      const counted = [...others, seat].filter((one) => seats.includes(one)).length;
      return counted >= least && counted <= most;
    });
  return free.find(fits) ?? free[0];
}
