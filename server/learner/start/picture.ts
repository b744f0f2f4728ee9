import { acceptedCounts } from "#server/learner/classes/accepted-counts.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import { log } from "#server/learner/numeric/math.ts";
import { nextTau } from "../guarded/allowance.ts";
import { leadOf } from "../guarded/pull.ts";
import { guardedSettings } from "../guarded/settings.ts";
import { priorOf } from "../policy/prior.ts";
import { acceptedWeight } from "../policy/weights.ts";
import { meanOf } from "./chances.ts";
import { evenChances, evenStart, weightByAccepted } from "./even-start.ts";
import { pickedByOneRule } from "./picked.ts";
import { startPolicy } from "./policy.ts";
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
  /** [n], in the order of the people; from the base policy. */
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
 * rounds: pairs under the limit of mode `guarded`, picks by an even draw, and picks by one rule under the limit.
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
  const isLimitedDraw = spec.draw !== "even" && first !== null;
  const roundCount = isLimitedDraw
    ? Math.max(FEWEST_ROUNDS, Math.min(MOST_ROUNDS, Math.floor(MOST_ANSWERS / (k * rules.size))))
    : MOST_ROUNDS;
  const made = { alpha, count: roundCount };
  const isExact = drawnCount === null;
  const pairs: PairFigure[] =
    first === null
      ? [{ round: null, limit: null, pairs: expectedPairs(chances, k, alpha), isExact }]
      : [first, second].map((limit, index) => ({
          round: index + 1,
          limit: alpha + Math.max(0, limit?.tau ?? 0),
          pairs: meanOf([...syntheticRounds(chances, k, { ...made, limit })].map(pairsOf(alpha))),
          isExact: k === people.length,
        }));
  const isRuleExact = spec.draw !== "even" && first === null;
  const picked = isRuleExact
    ? pickedByOneRule(byAccepted, k)
    : pickedOverRounds(spec, rules, people, { base: chances, k, limit: first, ...made });
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
  const even = spec.learner === "ftpl" ? null : evenStart(spec.prior, rules);
  if (even !== null) {
    const chances = evenChances(even, people);
    return { chances, byAccepted: weightByAccepted(even, people), drawnCount: null };
  }
  const { rules: weighed, weights, drawnCount } = startPolicy(spec, rules, people);
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
  return { chances, byAccepted, drawnCount };
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

type Rounds = {
  readonly base: readonly number[];
  readonly k: number;
  readonly alpha: number;
  readonly limit: RoundLimit;
  readonly count: number;
};

/**
 * Counts picks by an even draw, or by one rule under a limit, where a pull turns a part of the policy into the two
 * constants.
 */
function pickedOverRounds(
  spec: LearnerSpec,
  rules: HypothesisClass,
  people: readonly Features[],
  { base, k, ...rounds }: Rounds,
): number[] {
  const isEven = spec.draw === "even";
  const policy = isEven ? null : startPolicy(spec, rules, people);
  const picked = new Float64Array(k + 1);
  const add = (count: number, weight: number) => {
    picked[count] = (picked[count] as number) + weight;
  };
  let total = 0;
  for (const { members, chances, pull, target } of syntheticRounds(base, k, rounds)) {
    total += 1;
    if (policy === null) addEvenPicks(picked, chances, 1);
    else {
      const counts = acceptedCounts(
        policy.rules,
        members.map((member) => people[member] as Features),
      );
      for (let h = 0; h < counts.length; h++)
        add(counts[h] as number, (1 - pull) * (policy.weights[h] as number));
      add(k, pull * target);
      add(0, pull * (1 - target));
    }
  }
  return Array.from(picked, (share) => share / total);
}
