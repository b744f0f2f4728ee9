import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { LARGEST_TOTAL } from "#server/learner/numeric/cost-grid.ts";
import { type OpenedTotals, openTotals } from "#server/learner/numeric/kernels/opening.ts";
import { addGroups, type Charged } from "#server/learner/numeric/kernels/passes.ts";
import type { AnsweringGroup, ChargedGroup } from "#server/learner/numeric/kernels/tables.ts";
import { MOST_WAITING } from "./lazy-sums.ts";
import { batchesOf, chargedGroups, type Totals } from "./totals.ts";

/** These totals are others' and what lies between. */
type Beside = {
  readonly others: LazyTotals;
  readonly charges: readonly Charge[];
  /** Charges on the way to totals that somebody read. */
  readonly count: number;
};

/**
 * Totals of all rules, to which charges are added when somebody reads them: outcomes arrive one by one, and nobody looks at
 * the totals in between.
 *
 * Totals that follow from one another share one array, which is of those that were read last; each of the others knows what
 * charges lie between it and its neighbour on the way there, and has the array turned back into its own when it is read.
 * Sums are exact, so that changes no bit (Baker's persistent arrays; decision 47). A round so writes where it has read, and
 * asks for no memory.
 */
export class LazyTotals implements Totals {
  readonly #rules: HypothesisClass;
  #place: Place;

  private constructor(rules: HypothesisClass, place: Place) {
    this.#rules = rules;
    this.#place = place;
  }

  /**
   * @param start totals to begin with, multiples of 2^-24, from then on these totals' own: [N]; 0 for every rule if absent.
   *   Asked at most once, when they are read
   */
  static of(rules: HypothesisClass, start?: () => Totals): LazyTotals {
    const none = () => ({ loss: new Float64Array(rules.size), least: 0, largest: 0 });
    return new LazyTotals(rules, { start: start ?? none });
  }

  /** L: [N], until others that share the array are read; whoever keeps it copies it. */
  get loss(): Float64Array {
    const way = this.#way();
    if (way.charges.length === 0) return way.holder.#held().loss;
    return this.#take(way, (held, batches) => addAll(held, batches)).loss;
  }

  /** @throws LearnerError as addCharges, when the totals are read */
  plus(charges: readonly Charge[]): LazyTotals {
    if (charges.length === 0) return this;
    if (countOf(this.#place) >= MOST_WAITING) void this.loss;
    const count = countOf(this.#place) + charges.length;
    return new LazyTotals(this.#rules, { others: this, charges, count });
  }

  /**
   * The weights of all rules and the chances of people, by openTotals, in the same pass as what waits to be added.
   *
   * @throws LearnerError as addCharges
   */
  opened(eta: number, people: readonly AnsweringGroup[]): OpenedTotals {
    return this.#take(this.#way(), (held, batches) => {
      const before = addAll(held, batches.slice(0, -1));
      return openTotals({ ...before, eta }, batches.at(-1) ?? [], people);
    });
  }

  /** Who has the array, and what is to be charged for it to be of these totals. */
  #way(): Way {
    const parts: (readonly Charge[])[] = [];
    let at: LazyTotals = this;
    while (isBeside(at.#place)) {
      parts.push(at.#place.charges);
      at = at.#place.others;
    }
    return { holder: at, charges: parts.flat() };
  }

  /** @throws LearnerError "range" on what no charges make */
  #held(): Charged {
    const place = this.#place as Charged | Unread;
    const totals = "start" in place ? place.start() : place;
    const held = "largest" in totals ? (totals as Charged) : addGroups(totals.loss, [], totals.loss);
    this.#place = held;
    return held;
  }

  /** Has the array become of these totals; whose it was then knows the way back. @param use adds the batches to it */
  #take<Result extends Charged>(
    { holder, charges }: Way,
    use: (held: Charged, batches: readonly ChargedGroup[][]) => Result,
  ): Result {
    const held = holder.#held();
    const batches = batchesOf(charges).map((people) => chargedGroups(this.#rules, people));
    const added = batches.flat(2).flatMap(({ costs }) => costs);
    const reach = added.reduce((sum, cost) => sum + Math.abs(cost), held.largest);
    // where a total may leave the range the array of before is kept
    const isInPlace = reach <= LARGEST_TOTAL;
    const taken = use(isInPlace ? held : { ...held, loss: held.loss.slice() }, batches);
    const { loss, least, largest } = taken;
    this.#place = { loss, least, largest };
    if (isInPlace && holder !== this) {
      const back = charges.map(({ individual, cost }) => ({ individual, cost: -cost }));
      holder.#place = { others: this, charges: back, count: back.length };
    }
    return taken;
  }
}

/** Totals that nobody has read yet. */
type Unread = { readonly start: () => Totals };

type Place = Charged | Unread | Beside;

/** To the totals that have the array. */
type Way = { readonly holder: LazyTotals; readonly charges: readonly Charge[] };

function addAll(held: Charged, batches: readonly ChargedGroup[][]): Charged {
  return batches.reduce((sums, groups) => addGroups(sums.loss, groups, sums.loss), held);
}

function countOf(place: Place): number {
  return isBeside(place) ? place.count : 0;
}

function isBeside(place: Place): place is Beside {
  return "others" in place;
}
