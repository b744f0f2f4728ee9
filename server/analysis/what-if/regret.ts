import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { totalsOf } from "#server/learner/exp2/exp2.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import { studentQuantile } from "#server/learner/numeric/student.ts";
import { leastLoss, type Oracle } from "#server/learner/oracles/oracle.ts";
import type { WhatIfRound } from "./explored-round.ts";
import type { HistoryCells, HistoryEvent } from "./history.ts";
import type { ReplayedRound } from "./replay.ts";

/** A round with its known labels: those of the people whom the draw picked. */
export type RegretRound = {
  readonly people: readonly Features[];
  /** p, the chances that the draw used. */
  readonly chances: readonly number[];
  /** q, the chances of the compared policy. */
  readonly policy: readonly number[];
  /** y of a picked person; null for every other person. */
  readonly labels: readonly (0 | 1 | null)[];
};

/**
 * Estimates the error regrets of Definition 2.9 from one-sided labels, by inverse propensities.
 *
 *   R(h) = Σ_t Σ_i (q_i - h(x_i)) (1 - 2 y_i),   y_i -> s_i y_i/p_i,  s_i = 1 if person i was picked
 *
 * For a rule fixed in advance the mean over the draws is the regret (Error is q + (1 - 2q) y). The interval comes from
 * the spread between rounds, whose people share one draw: T r ± t √T s(r_t). People of chance p = 0 count with y = 0:
 * their labels are never observed.
 *
 * @param rounds rounds in which every picked person's outcome is known
 * @param oracle the class's oracle, where its rules are not listed
 * @returns null without a round
 * Cost: for the best rule O(N people/8), or one call of the oracle.  Source: Definition 2.9; Horvitz & Thompson (1952).
 */
export function estimateRegrets(rules: HypothesisClass, rounds: readonly RegretRound[], oracle?: Oracle) {
  if (rounds.length === 0) return null;
  const against = (hypothesis: number) => regretTo(rules, rounds, hypothesis);
  const best = oracle === undefined ? bestRule(rules, rounds) : bestFound(rules, oracle, rounds);
  return {
    rounds: rounds.length,
    /**
     * Against picking no people and picking all people: both are fair whatever a panel says, and were chosen before any
     * outcome was seen.
     */
    toNone: against(rules.constants.none),
    toAll: against(rules.constants.all),
    /**
     * Against the rule that looks best in hindsight, fair or not. It was chosen by the same estimates, so its luck counts
     * as skill and the regret is too large on average (by how much: docs/theory.md, section 18).
     */
    toBest: { hypothesis: best, ...against(best) },
  };
}

export type WhatIfRegrets = NonNullable<ReturnType<typeof estimateRegrets>>;
export type RegretEstimate = WhatIfRegrets["toNone"];

/**
 * Selects the rounds of a replay that are fully known: the outcome of every person whom the study picked is known.
 *
 * @param policies what a learner would have published in each of these rounds
 */
export function tellingRounds(
  rounds: readonly WhatIfRound[],
  policies: readonly Pick<ReplayedRound, "number" | "chances">[],
  { events, cellsOf }: { readonly events: readonly HistoryEvent[]; readonly cellsOf: HistoryCells },
): RegretRound[] {
  const played = new Map(rounds.map((round) => [round.number, round]));
  const names = new Map(
    events.flatMap((event) => (event.kind === "opened" ? [[event.round, event.people] as const] : [])),
  );
  return policies.flatMap(({ number, chances }) => {
    const round = played.get(number);
    const people = (names.get(number) ?? []).map(cellsOf).filter((cells) => cells !== undefined);
    if (round === undefined || people.length !== chances.length) return [];
    const { selected, outcomes } = round;
    const isKnown = outcomes.every((value, i) => selected?.[i] !== 1 || value === "yes" || value === "no");
    if (selected === null || !isKnown) return [];
    const labels = outcomes.map((value, i) => (selected[i] !== 1 ? null : value === "yes" ? 1 : 0));
    return [{ people, chances: round.chances.map(Number), policy: chances.map(Number), labels }];
  });
}

/**
 * Estimates how many more wrong decisions the policy made than a fixed rule, with the 95 % interval of the errors against
 * it; null with fewer than two rounds.
 */
function regretTo(rules: HypothesisClass, rounds: readonly RegretRound[], hypothesis: number) {
  const values = rounds.map((round) =>
    round.people.reduce((total, person, i) => {
      const gap = (round.policy[i] as number) - rules.evaluate(hypothesis, person);
      return total + gap * (1 - 2 * labelOf(round, i));
    }, 0),
  );
  const count = values.length;
  const errors = values.reduce((total, value) => total + value, 0);
  if (count < 2) return { errors, interval: null };
  const mean = errors / count;
  const variance = values.reduce((total, value) => total + (value - mean) ** 2, 0) / (count - 1);
  const reach = studentQuantile(count - 1) * Math.sqrt(count * variance);
  return { errors, interval: { low: errors - reach, high: errors + reach } };
}

/** Returns the lowest of the rules with the smallest estimated loss Σ h(x) (1 - 2 y). */
function bestRule(rules: HypothesisClass, rounds: readonly RegretRound[]): number {
  const totals = rounds.reduce((sums, round) => sums.plus(chargesOf(round)), totalsOf(rules));
  const { loss } = totals;
  let best = 0;
  for (let h = 1; h < loss.length; h += 1) {
    if ((loss[h] as number) < (loss[best] as number)) best = h;
  }
  return best;
}

/** Finds the best rule with an oracle, without summing losses rule by rule. */
function bestFound({ separator }: HypothesisClass, oracle: Oracle, rounds: readonly RegretRound[]): number {
  return leastLoss(oracle, separator, rounds.flatMap(chargesOf));
}

function chargesOf(round: RegretRound): Charge[] {
  return round.people.map((individual, i) => ({ individual, cost: 1 - 2 * labelOf(round, i) }));
}

/** Returns y/p where y was observed; otherwise 0. */
function labelOf({ chances, labels }: RegretRound, i: number): number {
  const chance = chances[i] as number;
  return labels[i] === 1 && chance > 0 ? 1 / chance : 0;
}
