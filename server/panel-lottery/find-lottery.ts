import type { ProgramRow, SolveProgram } from "#server/solver/programs.ts";
import { type PanelRules, panelRows } from "./quotas.ts";
import { type WeightedPanel, wholeWeights } from "./whole-weights.ts";

export type Lottery = {
  /**
   * "leximin": the smallest chance of a member is as large as it can be, then the next smallest, and so on. "maximin":
   * only the smallest.
   */
  readonly method: "leximin" | "maximin";
  /** Whose weights add up to {@link LOTTERY_WEIGHT}. */
  readonly panels: readonly WeightedPanel[];
};

/** A chance that a further panel would add to the smallest one, below which the search ends. */
const GAIN = 1e-7;

/** Prices above this mean that a type's chance cannot be larger: the prices of a step add up to 1. */
const PRICE = 1e-6;

/** How much a chance that an earlier step fixed may lose to rounding. */
const SLACK = 1e-8;

/** After so many panels only the smallest chance is certain to be as large as it can be. */
const panelsAtMost = 1_000;

/**
 * Finds the chances of members that are as equal as the quotas allow, and a lottery over panels that gives them: Flanigan,
 * Gölz, Gupta, Hennig and Procaccia, "Fair algorithms for selecting citizens' assemblies" (Nature 596, 2021). Since
 * members of a type are exchangeable, a panel is the number of seats of each type here.
 *
 *   max z  over λ >= 0, Σ_c λ_c = 1, with Σ_c λ_c c_t/n_t >= z, or >= p_t where p_t is fixed,
 *
 * over the panels c found so far. The panel with the largest Σ_t price_t c_t/n_t is added until it gains nothing. Types
 * with a price are then fixed at z.
 *
 * @param rules quotas that some panel meets
 * Cost: a linear program and one in whole numbers for each panel of the search; after {@link panelsAtMost} of them it
 * ends as soon as the smallest chance is found.
 */
export function findLottery(rules: PanelRules, solve: SolveProgram, limit = panelsAtMost): Lottery {
  const search = new Search(rules, solve);
  const fixed = new Map<number, number>();
  let shares: readonly number[] = [];
  while (fixed.size < rules.types.length) {
    const raised = search.raise(fixed, fixed.size === 0 ? Number.POSITIVE_INFINITY : limit);
    if (raised === null) break;
    shares = raised.shares;
    for (const type of raised.tight) fixed.set(type, raised.least);
  }
  const panels = search.panels.map((counts, place) => ({ counts, share: Math.max(0, shares[place] ?? 0) }));
  return {
    method: fixed.size < rules.types.length ? "maximin" : "leximin",
    panels: wholeWeights(panels),
  };
}

/** The panels found so far. */
class Search {
  readonly #rules: PanelRules;
  readonly #rows: readonly ProgramRow[];
  readonly #solve: SolveProgram;
  readonly panels: (readonly number[])[] = [];

  constructor(rules: PanelRules, solve: SolveProgram) {
    this.#rules = rules;
    this.#rows = panelRows(rules);
    this.#solve = solve;
    this.#cover();
  }

  /** Adds panels until every type that can be on one is on one. */
  #cover(): void {
    const uncovered = new Set(this.#rules.types.keys());
    for (const type of uncovered) {
      const panel = this.#best(this.#rules.types.map((_, other) => (other === type ? 1 : 0)));
      this.panels.push(panel);
      for (const [one, count] of panel.entries()) if (count > 0) uncovered.delete(one);
    }
  }

  /**
   * Raises the smallest chance of the types that are not fixed as far as it goes.
   *
   * @returns the types whose chance cannot be larger; null if that would take more panels than `limit`
   */
  raise(fixed: ReadonlyMap<number, number>, limit: number) {
    for (;;) {
      const { least, shares, prices, bound } = this.#balance(fixed);
      const values = prices.map((price, type) => price / (this.#rules.types[type]?.seats ?? 1));
      const panel = this.#best(values);
      const worth = panel.reduce((sum, count, type) => sum + count * (values[type] ?? 0), 0);
      if (worth - bound <= GAIN || this.#knows(panel)) {
        const free = [...prices.keys()].filter((type) => !fixed.has(type));
        return { least, shares, tight: free.filter((type) => (prices[type] ?? 0) > PRICE) };
      }
      if (this.panels.length >= limit) return null;
      this.panels.push(panel);
    }
  }

  /** The largest smallest chance over the panels found so far. */
  #balance(fixed: ReadonlyMap<number, number>) {
    const { types } = this.#rules;
    const z = this.panels.length;
    const costs = new Float64Array(z + 1);
    costs[z] = -1;
    const rows: ProgramRow[] = types.map(({ seats }, type) => {
      const on = [...this.panels.keys()].filter((panel) => (this.panels[panel]?.[type] ?? 0) > 0);
      const values = on.map((panel) => (this.panels[panel]?.[type] ?? 0) / seats);
      const share = fixed.get(type);
      const upper = Number.POSITIVE_INFINITY;
      if (share !== undefined) return { indices: on, values, lower: share - SLACK, upper };
      return { indices: [...on, z], values: [...values, -1], lower: 0, upper };
    });
    const all = [...this.panels.keys()];
    rows.push({ indices: all, values: all.map(() => 1), lower: 1, upper: 1 });
    const { values, prices } = this.#solve({ costs, rows });
    return {
      least: values[z] ?? 0,
      shares: Array.from(values).slice(0, z),
      prices: types.map((_, type) => Math.max(0, prices[type] ?? 0)),
      bound: -(prices[types.length] ?? 0),
    };
  }

  /** The panel whose seats are worth most. */
  #best(values: readonly number[]): readonly number[] {
    const costs = Float64Array.from(values, (value) => -value);
    const whole = this.#rules.types.map(({ seats }) => seats);
    return Array.from(this.#solve({ costs, rows: this.#rows, whole }).values);
  }

  #knows(panel: readonly number[]): boolean {
    return this.panels.some((known) => known.every((count, type) => count === panel[type]));
  }
}
