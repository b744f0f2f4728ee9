import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { type OpenedTotals, openTotals } from "#server/learner/numeric/kernels/opening.ts";
import { addGroups, type Charged, openRules } from "#server/learner/numeric/kernels/passes.ts";
import type { AnsweringGroup, ChargedGroup } from "#server/learner/numeric/kernels/tables.ts";
import { MOST_PENDING } from "./lazy-sums.ts";
import type { LazyTotals, Weighed, WeighingInput } from "./lazy-totals.ts";
import { batchesOf, chargedGroups, type Totals } from "./totals.ts";
import { answeringGroups } from "./weights.ts";

/** Totals that do not have the array: the totals next on the way to it, and the charges between the two. */
type Linked = {
  readonly others: RuleTotals;
  readonly charges: readonly Charge[];
  /** The number of charges on the way to totals that were read. */
  readonly count: number;
};

/**
 * A number for every rule.
 *
 * Totals that follow from one another share one array. It holds the totals that were read last. Each of the others
 * stores the charges between itself and its neighbour on the way there; when it is read, the array is converted back
 * into its totals. Sums are exact, so this changes no bit (Baker's persistent arrays; decision 47). A round thus writes
 * where it has read, and allocates no memory.
 */
export class RuleTotals implements LazyTotals {
  readonly #rules: HypothesisClass;
  #place: Place;

  private constructor(rules: HypothesisClass, place: Place) {
    this.#rules = rules;
    this.#place = place;
  }

  /**
   * @param start returns totals to begin with, multiples of 2^-24, which are then owned by this object: [N]; 0 for
   *   every rule if absent. Called at most once, when the totals are read
   */
  static of(rules: HypothesisClass, start?: () => Totals): RuleTotals {
    const none = () => ({ loss: new Float64Array(rules.size), least: 0, largest: 0 });
    return new RuleTotals(rules, { start: start ?? none });
  }

  /** L: [N], valid until other totals that share the array are read. Callers that keep it must copy it. */
  get loss(): Float64Array {
    const path = this.#arrayPath();
    if (path.holder === this) return path.holder.#computed().loss;
    return this.#convertArray(path, (held, batches) => addAll(held, batches)).loss;
  }

  get numbers(): Float64Array {
    return this.loss;
  }

  prepare(): void {
    void this.loss;
  }

  /** @throws LearnerError as addCharges, when the totals are read */
  plus(charges: readonly Charge[]): RuleTotals {
    if (charges.length === 0) return this;
    if (countOf(this.#place) >= MOST_PENDING) void this.loss;
    const count = countOf(this.#place) + charges.length;
    return new RuleTotals(this.#rules, { others: this, charges, count });
  }

  weigh({ eta, prior }: WeighingInput, people: readonly Features[]): Weighed {
    const groups = answeringGroups(this.#rules, people);
    if (prior !== null) {
      const { cumulative, chances } = openRules({ loss: this.loss, tilt: null, eta, prior }, groups);
      return { policy: { cumulative }, chances };
    }
    const { from, sums, chances } = this.opened(eta, groups);
    const lossNow = () => this.loss;
    const weighed = {
      eta,
      from,
      sums,
      // a getter: before the draw, other totals that share the array may have been read
      get loss() {
        return lossNow();
      },
    };
    return { policy: { weighed }, chances };
  }

  /**
   * Computes the weights of all rules and the chances of people, by openTotals, in the same pass as the pending
   * charges.
   *
   * @throws LearnerError as addCharges
   */
  opened(eta: number, people: readonly AnsweringGroup[]): OpenedTotals {
    return this.#convertArray(this.#arrayPath(), (held, batches) => {
      const before = addAll(held, batches.slice(0, -1));
      return openTotals({ ...before, eta }, batches.at(-1) ?? [], people);
    });
  }

  /** Finds the totals that have the array, and the charges that convert the array into these totals. */
  #arrayPath(): ArrayPath {
    const links: PathLink[] = [];
    let at: RuleTotals = this;
    while (isLinked(at.#place)) {
      links.push({ totals: at, charges: at.#place.charges });
      at = at.#place.others;
    }
    return { holder: at, links };
  }

  /** @throws LearnerError "range" on totals that charges cannot make */
  #computed(): Charged {
    const place = this.#place as Charged | NotComputed;
    const totals = "start" in place ? place.start() : place;
    const held = "largest" in totals ? (totals as Charged) : addGroups(totals.loss, [], totals.loss);
    this.#place = held;
    return held;
  }

  /**
   * Converts the array into these totals, and turns the way to it round, link by link. A link past the totals in between
   * would double the way of the next totals that follow from them.
   * @param use adds the batches to it
   */
  #convertArray<Result extends Charged>(
    { holder, links }: ArrayPath,
    use: (held: Charged, batches: readonly ChargedGroup[][]) => Result,
  ): Result {
    const held = holder.#computed();
    const batches = batchesOf(links.flatMap(({ charges }) => charges)).map((people) =>
      chargedGroups(this.#rules, people),
    );
    const added = batches.flat(2).flatMap(({ costs }) => costs);
    const reach = added.reduce((sum, cost) => sum + Math.abs(cost), held.largest);
    // where a total may leave the range, the previous array is kept
    const isInPlace = reach <= LARGEST_TOTAL;
    const taken = use(isInPlace ? held : { ...held, loss: held.loss.slice() }, batches);
    const { loss, least, largest } = taken;
    this.#place = { loss, least, largest };
    let count = 0;
    for (const [place, { totals: others, charges }] of (isInPlace ? links : []).entries()) {
      const back = charges.map(({ individual, cost }) => ({ individual, cost: -cost }));
      count += back.length;
      const next = links[place + 1]?.totals ?? holder;
      next.#place = { others, charges: back, count };
    }
    return taken;
  }
}

/** Totals that were never read. */
type NotComputed = { readonly start: () => Totals };

type Place = Charged | NotComputed | Linked;

type PathLink = { readonly totals: RuleTotals; readonly charges: readonly Charge[] };

/** The totals that have the array, and the links on the way there, from the totals that are read. */
type ArrayPath = { readonly holder: RuleTotals; readonly links: readonly PathLink[] };

function addAll(held: Charged, batches: readonly ChargedGroup[][]): Charged {
  return batches.reduce((sums, groups) => addGroups(sums.loss, groups, sums.loss), held);
}

function countOf(place: Place): number {
  return isLinked(place) ? place.count : 0;
}

function isLinked(place: Place): place is Linked {
  return "others" in place;
}
