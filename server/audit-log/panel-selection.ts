import { taggedHash } from "./hash.ts";
import type { PanelSelection } from "./panel-schemas.ts";
import type { SelectionWay } from "./panel-ways.ts";

export type PanelPool = {
  readonly selection: PanelSelection;
  /** The seats neither removed nor resting nor left out, by number. */
  readonly pool: readonly string[];
  readonly noiseSeed: string;
  /** On how many panels of closed rounds each seat was; none where absent. */
  readonly panelCounts: ReadonlyMap<string, number>;
  /** The seats that the operator named; used by `by-operator` only. */
  readonly named: readonly string[];
};

export type SelectedPanel = {
  /** By number. */
  readonly panel: string[];
  /** The other seats of a lot or rotation, in the order in which they replace seats of the panel. */
  readonly reserve: string[];
};

/** Whether a way of choosing a panel puts the pool in an order, which also decides who replaces a seat. */
export function isOrdered(how: SelectionWay): boolean {
  return how === "by-lot" || how === "rotation";
}

/**
 * Chooses the panel of a round. `everyone` takes the pool, `by-operator` the named seats of the pool. `by-lot` takes
 * the first `size` seats by H("panel", noiseSeed, seat), `rotation` those on the fewest panels of closed rounds, ties
 * by the same hash.
 *
 * @returns undefined if the pool has fewer seats than the panel needs, which is at least one
 * @throws LogError "lone-surrogate"
 * Cost: a hash for each seat of the pool, and a sort.
 */
export function selectPanel({
  selection,
  pool,
  noiseSeed,
  panelCounts,
  named,
}: PanelPool): SelectedPanel | undefined {
  const { how, size } = selection;
  if (size === null) {
    const panel = how === "everyone" ? [...pool] : pool.filter((seat) => named.includes(seat));
    return panel.length === 0 ? undefined : { panel, reserve: [] };
  }
  if (size > pool.length) return undefined;
  const ranked = pool.map((seat) => ({
    seat,
    count: how === "rotation" ? (panelCounts.get(seat) ?? 0) : 0,
    lot: taggedHash("panel", noiseSeed, seat),
  }));
  // Stryker disable next-line EqualityOperator: two seats never have the same hash
  ranked.sort((a, b) => a.count - b.count || (a.lot < b.lot ? -1 : 1));
  const order = ranked.map(({ seat }) => seat);
  const chosen = new Set(order.slice(0, size));
  return { panel: pool.filter((seat) => chosen.has(seat)), reserve: order.slice(size) };
}
