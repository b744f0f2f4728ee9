import { blockStart } from "#server/learner/config/step-sizes.ts";
import { firstWhere } from "#server/learner/numeric/first-where.ts";
import { type Random, type RandomState, withRandom } from "#server/learner/numeric/randomness.ts";
import type { Population } from "./population.ts";

/**
 * How people and labels come, for any population; q is a kind's label chance.
 *
 *   iid       people drawn with replacement by weight; y = 1 with chance q
 *   passes    as iid, but real rows come in shuffled passes, each once a pass (weights are not used)
 *   drift     q moves to 1 - q and back in a triangle wave of `period` rounds
 *   flip      q up to and including round `after`, then 1 - q
 *   blocks    q and 1 - q change places whenever t is a power of two: the best rule is wrong as long as it was right
 *   against   y = 1 if π^t(x) < 1/2, else 0: an adversary that sees the policy and not the draw (Algorithm 1 allows it)
 */
export type EnvironmentSpec =
  | { readonly kind: "iid" | "passes" | "blocks" | "against" }
  | { readonly kind: "drift"; readonly period: number }
  | { readonly kind: "flip"; readonly after: number };

export type EnvironmentState = {
  /** Rounds so far. */
  readonly t: number;
  readonly random: RandomState;
  /** Kinds still to come in this pass; not used by the others. */
  readonly rest: readonly number[];
};

/** The people of a round. Labels are fixed before the draw; only `against` lets them depend on the policy. */
export type Arrival = {
  readonly t: number;
  /** Positions in the population's kinds: [k] */
  readonly kinds: readonly number[];
  /** [k]; undefined: against the policy */
  readonly labels: readonly (0 | 1)[] | undefined;
};

export type Environment = {
  start(random: RandomState): EnvironmentState;
  /** The next k people. Cost: O(k log n); once a pass O(n). */
  next(state: EnvironmentState, k: number): { readonly arrival: Arrival; readonly state: EnvironmentState };
};

export function environment(spec: EnvironmentSpec, population: Population): Environment {
  const { kinds } = population;
  const cumulative: number[] = [];
  let total = 0;
  for (const { weight } of kinds) {
    total += weight;
    cumulative.push(total);
  }
  return {
    start: (random) => ({ t: 0, random, rest: [] }),
    next(state, k) {
      const t = state.t + 1;
      const { result, state: random } = withRandom(state.random, (stream) => {
        const drawn =
          spec.kind === "passes"
            ? nextOfPass(stream, state.rest, kinds.length, k)
            : { kinds: Array.from({ length: k }, () => byWeight(cumulative, stream)), rest: [] };
        const labels = drawn.kinds.map((kind): 0 | 1 => {
          const q = kinds[kind]?.labelChance ?? Number.NaN;
          return stream.uniform() < labelChanceAt(spec, q, t) ? 1 : 0;
        });
        return { ...drawn, labels };
      });
      const labels = spec.kind === "against" ? undefined : result.labels;
      return { arrival: { t, kinds: result.kinds, labels }, state: { t, random, rest: result.rest } };
    },
  };
}

/**
 * Returns each person's label.
 *
 * @param policy π^t(x_i) of the round: [k]
 */
export function labelsOf(arrival: Arrival, policy: readonly number[]): readonly (0 | 1)[] {
  return arrival.labels ?? policy.map((chance) => (chance < 0.5 ? 1 : 0));
}

/** Returns q of round t. */
function labelChanceAt(spec: EnvironmentSpec, q: number, t: number): number {
  switch (spec.kind) {
    case "drift": {
      // 0 at t = 0, 1 half a period later
      const phase = (t % spec.period) / spec.period;
      const shift = 1 - Math.abs(1 - 2 * phase);
      return q + shift * (1 - 2 * q);
    }
    case "flip":
      return t > spec.after ? 1 - q : q;
    case "blocks":
      return isOddBlock(t) ? 1 - q : q;
    default:
      return q;
  }
}

/** Returns whether j is odd, for the block 2^j <= t < 2^(j+1). */
function isOddBlock(t: number): boolean {
  let odd = false;
  for (let start = blockStart(t); start > 1; start /= 2) odd = !odd;
  return odd;
}

function byWeight(cumulative: readonly number[], random: Random): number {
  const target = random.uniform() * (cumulative.at(-1) as number);
  return firstWhere(cumulative.length - 1, (kind) => target < (cumulative[kind] as number));
}

/** Returns the next k of a shuffled pass; when it ends, a new one begins. */
function nextOfPass(random: Random, rest: readonly number[], n: number, k: number) {
  const coming = [...rest];
  while (coming.length < k) {
    coming.push(...shuffled(n, random));
  }
  return { kinds: coming.slice(0, k), rest: coming.slice(k) };
}

export function shuffled(count: number, random: Random): number[] {
  const order = Array.from({ length: count }, (_, position) => position);
  for (let last = count - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}
