import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { exp, log } from "#server/learner/numeric/math.ts";
import { nextTau } from "../guarded/allowance.ts";
import { leadOf } from "../guarded/pull.ts";
import { guardedSettings } from "../guarded/settings.ts";
import {
  mixed,
  mixing,
  type PickBounds,
  pickBounds,
  projectionOnto,
  weightByCount,
} from "../policy/picks.ts";
import { priorOf } from "../policy/prior.ts";
import { acceptedWeight, normalise } from "../policy/weights.ts";
import { meanOf } from "./chances.ts";
import { evenChances, evenStart, weightByAccepted } from "./even-start.ts";
import { pickedByOneRule } from "./picked.ts";
import { type StartPolicy, startPolicy } from "./policy.ts";
import { addEvenPicks, expectedPairs, pairsAbove, type RoundLimit, syntheticRounds } from "./rounds.ts";

/** The number of pairs to judge in a round; estimates come from simulated rounds. */
export type PairFigure = {
  /** The round that this is, if nothing was reported before; null: any round, as long as nothing is learned. */
  readonly round: number | null;
  /** The largest distance of chances in that round, beyond which they are pulled together; null: no limit. */
  readonly limit: number | null;
  readonly pairs: number;
  readonly isExact: boolean;
};

/** What a study starts with: each person's chance, and what random rounds of k of these people would bring. */
export type StartPicture = {
  /**
   * [n], in the order of the people; from the base policy. With a number of picks: as if all people were in one round,
   * of which the same share is picked.
   */
  readonly chances: readonly number[];
  /** Only for FTPL: the number of drawn rules that its chances were estimated by; null: chances are exact. */
  readonly drawnCount: number | null;
  /** People in a round: k, or all people if there are fewer. */
  readonly roundSize: number;
  readonly pairs: readonly PairFigure[];
  /** Probabilities that one draw picks 0..roundSize people. */
  readonly picked: readonly number[];
  readonly isPickedExact: boolean;
  /** The number of simulated rounds behind the estimates. */
  readonly roundCount: number;
};

const MOST_ROUNDS = 2_000;
const FEWEST_ROUNDS = 50;
/** The most answers of rules that the simulated rounds look up. */
const MOST_ANSWERS = 50_000_000;

/**
 * Computes the starting picture of a spec over people.
 *
 * Exact: chances (except for FTPL); pairs without a limit; picks by one rule without a limit. Estimated from simulated
 * rounds: pairs under the limit of mode `guarded` or with a number of picks, picks by an even draw, and picks by one
 * rule under the limit.
 *
 * @param people [n], n >= 1
 * Cost: O(N n), for an even start that of weightByAccepted, for FTPL an opening and O(R n); and the simulated rounds.
 */
export function startPicture(
  spec: LearnerSpec,
  rules: HypothesisClass,
  people: readonly Features[],
): StartPicture {
  const { chances, byAccepted, drawnCount } = answers(spec, rules, people);
  const k = Math.min(spec.roundSize, people.length);
  const [first = null, second = null] = limitsOf(spec, rules);
  const alpha = Number(spec.alpha);
  const bounds = pickBounds(spec, k, 0);
  const asksRules = bounds !== null || (spec.draw !== "even" && first !== null);
  // with a number of picks, rules are asked for the pairs of two rounds and for the picks
  const passes = bounds === null ? 1 : 3;
  const roundCount = asksRules
    ? Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(MOST_ANSWERS / (passes * k * rules.size))))
    : MOST_ROUNDS;
  const policy = asksRules ? startPolicy(spec, rules, people) : null;
  const chancesOf = (members: readonly number[]) =>
    policy === null || bounds === null
      ? members.map((member) => chances[member] as number)
      : chancesAt(policy, people, members, bounds);
  const made = { alpha, bounds, count: roundCount, chancesOf };
  const isExact = drawnCount === null;
  const pairs: PairFigure[] =
    first === null && bounds === null
      ? [{ round: null, limit: null, pairs: expectedPairs(chances, k, alpha), isExact }]
      : (first === null ? [null] : [first, second]).map((limit, index) => ({
          round: limit === null ? null : index + 1,
          limit: limit && alpha + Math.max(0, limit.tau),
          pairs: meanOf([...syntheticRounds(people.length, k, { ...made, limit })].map(pairsOf(alpha))),
          isExact: isExact && k === people.length,
        }));
  const isRuleExact = spec.draw !== "even" && first === null && bounds === null;
  const picked = isRuleExact
    ? pickedByOneRule(byAccepted, k)
    : pickedOverRounds(spec.draw === "even" ? null : policy, people, { k, limit: first, ...made });
  return {
    chances,
    drawnCount,
    roundSize: k,
    pairs,
    picked,
    isPickedExact: isExact && (isRuleExact || k === people.length),
    roundCount: k === people.length ? 1 : roundCount,
  };
}

/**
 * Returns each person's chance, and the weight of the rules that accept each number of people. Where rules must be
 * evaluated, one pass computes both.
 */
function answers(spec: LearnerSpec, rules: HypothesisClass, people: readonly Features[]) {
  const bounds = pickBounds(spec, people.length, 0);
  const even = spec.learner === "ftpl" || bounds !== null ? null : evenStart(spec.prior, rules);
  if (even !== null) {
    const chances = evenChances(even, people);
    return { chances, byAccepted: weightByAccepted(even, people), drawnCount: null };
  }
  const policy = startPolicy(spec, rules, people);
  const { rules: weighed, weights, drawnCount } = policy;
  const accepted = new Int32Array(weighed.size);
  const chances = people.map((person) => {
    const bits = weighed.bits(person);
    // Stryker disable next-line EqualityOperator: a write outside a typed array is ignored
    for (let h = 0; h < bits.length; h++) accepted[h] = (accepted[h] as number) + (bits[h] as number);
    return Math.min(1, acceptedWeight(weights, bits));
  });
  const byAccepted = new Float64Array(people.length + 1);
  for (const [h, count] of accepted.entries()) {
    byAccepted[count] = (byAccepted[count] as number) + (weights[h] as number);
  }
  if (bounds === null) return { chances, byAccepted, drawnCount };
  return { chances: chancesAt(policy, people, [...people.keys()], bounds), byAccepted, drawnCount };
}

/**
 * Returns the chances of a round's members at a number of picks: the rules' weights are projected onto it, for FTPL
 * only mixed with a constant rule.
 */
function chancesAt(
  { rules, weights, drawnCount }: StartPolicy,
  people: readonly Features[],
  members: readonly number[],
  bounds: PickBounds,
): number[] {
  const round = members.map((member) => people[member] as Features);
  const n = round.length;
  const counts = acceptedCounts(rules, round);
  const nu = drawnCount === null ? projectionOnto(weightByCount(weights, counts, n), bounds) : 0;
  const factors = Array.from({ length: n + 1 }, (_, count) => exp((nu * count) / n));
  const reached = normalise(weights.map((weight, h) => weight * (factors[counts[h] as number] as number)));
  const chances = round.map((person) => Math.min(1, acceptedWeight(reached, rules.bits(person))));
  return mixed(chances, mixing(chances, bounds));
}

/** Returns the limits of rounds 1 and 2 in mode `guarded`, the second after a quiet first. */
function limitsOf(spec: LearnerSpec, rules: HypothesisClass): NonNullable<RoundLimit>[] {
  if (spec.mode !== "guarded") return [];
  const settings = guardedSettings(spec);
  const { tauStart, budget, roundSize } = settings;
  const left = (t: number) => budget * roundSize * Math.sqrt(t * log(rules.size));
  const lead = settings.upwards ? startingLead(spec, rules) : null;
  return [
    { tau: tauStart, left: left(1), lead },
    { tau: nextTau(settings, tauStart, 1, false), left: left(2), lead },
  ];
}

function startingLead({ prior }: LearnerSpec, rules: HypothesisClass): number {
  const { all, none } = rules.constants;
  const weights = prior && priorOf(prior, rules);
  return leadOf(weights?.[all] ?? 1, weights?.[none] ?? 1);
}

function pairsOf(alpha: number) {
  return ({ chances }: { chances: readonly number[] }) => pairsAbove(chances, alpha);
}

type Rounds = Parameters<typeof syntheticRounds>[2] & { readonly k: number };

/**
 * Counts picks by an even draw, or by one rule under a limit or with a number of picks, where a part of the policy
 * becomes the two constants.
 *
 * @param policy by one of whose rules a draw picks; null: the draw is even
 */
function pickedOverRounds(
  policy: StartPolicy | null,
  people: readonly Features[],
  { k, bounds, ...rounds }: Rounds,
): number[] {
  const picked = new Float64Array(k + 1);
  const add = (count: number, weight: number) => {
    picked[count] = (picked[count] as number) + weight;
  };
  let total = 0;
  for (const { members, chances, pull, target } of syntheticRounds(people.length, k, { bounds, ...rounds })) {
    total += 1;
    if (policy === null) addEvenPicks(picked, chances, 1);
    else {
      const counts = acceptedCounts(
        policy.rules,
        members.map((member) => people[member] as Features),
      );
      const expected = acceptedWeight(policy.weights, counts);
      const constant =
        bounds === null ? { none: 0, all: 0 } : mixing(new Array<number>(k).fill(expected / k), bounds);
      const left = (1 - pull) * (1 - constant.none - constant.all);
      for (let h = 0; h < counts.length; h++) add(counts[h] as number, left * (policy.weights[h] as number));
      add(k, pull * target + constant.all);
      add(0, pull * (1 - target) + constant.none);
    }
  }
  return Array.from(picked, (share) => share / total);
}
