import type { LearnerStep } from "#server/audit-log/learner-steps.ts";
import { placesOf } from "#server/learner/classes/ladders.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { chanceMargin } from "#server/learner/config/step-sizes.ts";
import type { Exp2State } from "#server/learner/exp2/exp2.ts";
import type { FtplState } from "#server/learner/ftpl/ftpl.ts";
import { addToHistory } from "#server/learner/ftpl/history.ts";
import { type Charge, outcomeCharges, roundCharges } from "#server/learner/interface/estimators.ts";
import type { LearnerState } from "#server/learner/learners.ts";
import { costOf } from "#server/learner/numeric/cost-grid.ts";
import { addToPlaces, type PlaceSums } from "#server/learner/policy/place-sums.ts";
import { addCharges, batchesOf } from "#server/learner/policy/totals.ts";

/** The maximum number of unknown people: their charges then have at most 4,096 sums. */
const maxUnknown = 12;

/** Chances and totals are compared within this tolerance, as the log format documents. */
const tolerance = 1e-9;

/** A learner whose state is sums of charges. */
type SumsState = Exp2State | FtplState;

/**
 * The known part of totals that depend on missing features: the charges of all other people, and the charges of each
 * unknown person. Totals that a server supplies must match them (docs/log-format-state.md).
 */
export class Residue {
  readonly #state: SumsState;
  #known: Float64Array;
  readonly #unknown = new Map<Features, number>();

  /** @param state the state before the first charge of an unknown person */
  constructor(state: SumsState) {
    this.#state = state;
    this.#known = sumsIn(state).slice();
  }

  /** @param isUnknown returns whether the features of a step are placeholders */
  take(step: LearnerStep, isUnknown: (features: Features) => boolean): void {
    const charges = chargesOf(this.#state, step);
    for (const { individual, cost } of charges.filter((one) => isUnknown(one.individual))) {
      this.#unknown.set(individual, (this.#unknown.get(individual) ?? 0) + costOf(cost));
    }
    const known = charges.filter((one) => !isUnknown(one.individual));
    this.#known = added(this.#state, this.#known, known);
  }

  /** Whether there are few enough unknown people to try all sums of their charges. */
  get canTell(): boolean {
    return this.#unknown.size <= maxUnknown;
  }

  /**
   * Returns the first total of a state that is not the known charges plus those of some of the unknown people; null if
   * all totals match.
   */
  misfit(state: SumsState): { readonly place: number; readonly total: number } | null {
    const sums = Float64Array.from(sumsOfSome([...this.#unknown.values()])).sort();
    const isMisfit = (total: number, known: number) =>
      !isNear(sums, total - known, tolerance * Math.max(1, Math.abs(total)));
    const totals = sumsIn(state);
    if (placesIn(state) === null) {
      const place = totals.findIndex((total, index) => isMisfit(total, this.#known[index] as number));
      return place < 0 ? null : { place, total: totals[place] as number };
    }
    const [found, known] = [sumsByPlace(totals), sumsByPlace(this.#known)];
    for (const place of new Set([...found.keys(), ...known.keys()])) {
      const total = found.get(place) ?? 0;
      if (isMisfit(total, known.get(place) ?? 0)) return { place, total };
    }
    return null;
  }
}

/** Returns null where a state is more than sums of charges. */
export function residueOf(state: LearnerState): Residue | null {
  return "core" in state ? null : new Residue(state);
}

/** Returns the sums of a state: for Exp2 the losses of its rules, or place and sum; for FTPL the history. */
function sumsIn(state: SumsState): Float64Array {
  return "oracle" in state ? state.loss : state.totals.numbers;
}

/**
 * Returns the places that a charge on a person goes to, where Exp2 keeps sums by place: intervals of thresholds,
 * vectors of answers.
 */
function placesIn(state: SumsState): ((individual: Features) => readonly number[]) | null {
  if ("oracle" in state) return null;
  const { ladders, vectors } = state.rules;
  if (ladders !== undefined) return (individual) => placesOf(ladders, individual);
  return vectors === undefined ? null : (individual) => [vectors.of(individual)];
}

function sumsByPlace(sums: PlaceSums): Map<number, number> {
  const byPlace = new Map<number, number>();
  for (let at = 0; at < sums.length; at += 2) byPlace.set(sums[at] as number, sums[at + 1] as number);
  return byPlace;
}

function added(state: SumsState, known: Float64Array, charges: readonly Charge[]): Float64Array {
  if ("oracle" in state) return addToHistory(state.oracle, known, charges);
  const places = placesIn(state);
  if (places === null) return addCharges(state.rules, known, charges).loss;
  return addToPlaces(known, batchesOf(charges).flat(), places);
}

function chargesOf(state: SumsState, step: LearnerStep): Charge[] {
  const { learner, mode, rejectedHalves } = state.spec;
  const shared = { learner, mode, rejectedHalves };
  const spec =
    "oracle" in state
      ? { ...shared, weightCap: state.settings.weightCap }
      : { ...shared, chanceMargin: chanceMargin(state.spec, state.rules.size) };
  if (step.kind === "round") return roundCharges(spec, step.round);
  return step.kind === "outcome" ? outcomeCharges(spec, step.change) : [];
}

function sumsOfSome(values: readonly number[]): number[] {
  return values.reduce<number[]>((sums, value) => sums.concat(sums.map((sum) => sum + value)), [0]);
}

/** @param sums ascending */
function isNear(sums: Float64Array, value: number, distance: number): boolean {
  let [low, high] = [0, sums.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sums[middle] as number) < value - distance) low = middle + 1;
    else high = middle;
  }
  return low < sums.length && (sums[low] as number) <= value + distance;
}
