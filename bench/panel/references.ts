import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { PanelRule } from "#server/learner/config/spec.ts";
import { type BestRules, bestRules, yardstickErrors } from "#server/learner/exp2/yardsticks.ts";
import { openRandom } from "#server/learner/numeric/randomness.ts";
import { bindPanelRule } from "#server/learner/panel/panel-rule.ts";
import { bestRule, errorCosts, fairComparators } from "#server/simulation/engine/comparator.ts";
import type { Context, FairPair } from "#server/simulation/engine/ledger.ts";
import { panels, pivotalDistances } from "#server/simulation/engine/panels.ts";
import type { PlayedRound } from "#server/simulation/engine/played-round.ts";
import { loadSolver } from "#server/solver/highs.ts";
import type { PanelWorld } from "./worlds.ts";

/** A policy that does not learn: a chance for each kind of the population. */
export type FixedPolicy = { readonly name: string; readonly chances: Float64Array };

/**
 * The references of a run: the best policy that is fair on all pairs of the population at once with slack α - ε
 * (HiGHS; labels known), the better constant, equal weights on all rules, and (1 - α) times the better constant plus α
 * times the best single rule, which no panel can report. With a number of picks: the best fair policy that picks this
 * share of the population, the best one that no panel can report, the same share by lot, and the two constants.
 *
 * @param alpha the tolerance, of which ε is half
 * @param share that is picked; null: free
 */
export async function references(
  world: PanelWorld,
  rule: PanelRule,
  { alpha, share }: { alpha: number; share: number | null },
): Promise<FixedPolicy[]> {
  const { population, hypotheses, auditors } = world;
  const { kinds } = population;
  const rules = hypothesisClass(population.columns, hypotheses);
  const bits = kinds.map(({ features }) => rules.bits(features));
  const good = kinds.reduce((sum, { labelChance }) => sum + labelChance, 0);
  const uniform = bits.map((each) => each.reduce((sum, bit) => sum + bit, 0) / rules.size);
  const { contexts, ids } = contextsOf(
    bits,
    kinds.map(({ labelChance }) => labelChance),
  );
  const seats = panels({ auditors }, population);
  const allKinds = kinds.map((_, kind) => kind);
  const round = { kinds: allKinds, noiseSeed: "" };
  const { panel } = seats.seat(seats.start(openRandom(1, "panel")), round);
  const pivotal = pivotalDistances(panel.distances, kinds.length, bindPanelRule(rule, seats.seatCount));
  const pairs = () => strictest(ids, contexts.length, pivotal);
  const fair = fairComparators({ contexts, pairs }, alpha / 2, await loadSolver());
  const policyOf = (name: string, policy: Float64Array): FixedPolicy => ({
    name,
    chances: Float64Array.from(ids, (id) => policy[id] ?? Number.NaN),
  });
  const same = (name: string, chance: number): FixedPolicy => ({
    name,
    chances: new Float64Array(kinds.length).fill(chance),
  });
  if (share !== null) {
    const best = bestRules(
      rules,
      kinds.map(({ features, labelChance }) => ({ features, outcome: labelChance })),
    );
    return [
      policyOf("fair, same number", atShare(fair, contexts, share)),
      policyOf("unreportable, same number", unreportableAtShare(contexts, { alpha, share, best })),
      same("lot, same number", share),
      same("nobody", 0),
      same("everybody", 1),
    ];
  }
  const constant = good * 2 > kinds.length ? 1 : 0;
  const { hypothesis } = bestRule(contexts, errorCosts);
  const unreportable = kinds.map(
    ({ features }) => (1 - alpha) * constant + alpha * (rules.bits(features)[hypothesis] ?? Number.NaN),
  );
  return [
    policyOf("fair", fair.least(errorCosts).policy),
    same("constant", constant),
    { name: "uniform", chances: Float64Array.from(uniform) },
    { name: "unreportable", chances: Float64Array.from(unreportable) },
  ];
}

/** Keeps the largest gap of the unreportable policy at most alpha, for any rounding of its chances. */
const ROUNDING = 1e-9;

/** Each charge of the learner is rounded to a multiple of this. */
const CHARGE_STEP = 2 ** -24;

/**
 * The policy of least error that picks a share of the population on average and that no panel can report: one chance for
 * all people, mixed with a share of the rule whose decisions have the largest covariance with the labels.
 *
 *   π(x) = P + a (h(x) - mean h),  a = min(α, P, 1 - P), but for ROUNDING
 *
 * @param best from the population
 * @throws Error if it does not err as much on the population as the product computes for this yardstick
 */
function unreportableAtShare(
  contexts: readonly Context[],
  { alpha, share, best }: { alpha: number; share: number; best: BestRules },
): Float64Array {
  const total = (of: (context: Context, i: number) => number) => contexts.map(of).reduce((a, b) => a + b, 0);
  const people = total(({ yes, no }) => yes + no);
  const yesShare = total(({ yes }) => yes) / people;
  const { hypothesis } = bestRule(contexts, ({ yes, no }) => ({
    accept: yesShare * (yes + no) - yes,
    reject: 0,
  }));
  const decisions = contexts.map(({ bits }) => bits[hypothesis] ?? Number.NaN);
  const accepted = total(({ yes, no }, i) => (yes + no) * (decisions[i] ?? Number.NaN)) / people;
  const a = Math.min(alpha * (1 - ROUNDING), share, 1 - share);
  const policy = Float64Array.from(decisions, (decision) => share + a * (decision - accepted));
  const error =
    total(({ yes, no }, i) => {
      const chance = policy[i] ?? Number.NaN;
      return yes * (1 - chance) + no * chance;
    }) / people;
  const known = { yesShare, pickedShare: share, hasNumber: true, best, inForce: null, alpha };
  const { unreportable } = yardstickErrors(known);
  if (!(Math.abs(error - (unreportable ?? Number.NaN)) <= CHARGE_STEP))
    throw new Error(`the policy that no panel can report errs ${error}, and not ${unreportable}`);
  return policy;
}

/** The number of bisections of the price of a pick. */
const HALVINGS = 30;

/**
 * The fair policy of least error that picks a share of the population: the price of a pick at which fair policies of
 * least cost pick more and fewer is searched by bisection, and the two are mixed.
 */
function atShare(
  { least }: ReturnType<typeof fairComparators>,
  contexts: readonly Context[],
  share: number,
): Float64Array {
  const people = contexts.reduce((sum, { yes, no }) => sum + yes + no, 0);
  const at = (price: number) => {
    const { policy } = least(({ yes, no }) => ({ accept: no + price * (yes + no), reject: yes }));
    const picked = contexts.reduce((sum, { yes, no }, i) => sum + (yes + no) * (policy[i] ?? 0), 0);
    return { policy, picked: picked / people };
  };
  let [from, to] = [-1, 1];
  let [more, fewer] = [at(from), at(to)];
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (from + to) / 2;
    const found = at(middle);
    if (found.picked > share) [from, more] = [middle, found];
    else [to, fewer] = [middle, found];
  }
  const part = (share - fewer.picked) / (more.picked - fewer.picked);
  return more.policy.map((chance, i) => part * chance + (1 - part) * (fewer.policy[i] ?? 0));
}

function contextsOf(bits: readonly Uint8Array[], labels: readonly number[]) {
  const contexts: Context[] = [];
  const byBits = new Map<string, number>();
  const ids = bits.map((each, kind) => {
    const key = each.join("");
    const id = byBits.get(key) ?? contexts.length;
    if (id === contexts.length) {
      byBits.set(key, id);
      contexts.push({ bits: each, yes: 0, no: 0, charge: 0 });
    }
    const context = contexts[id] as Context;
    context.yes += labels[kind] as number;
    context.no += 1 - (labels[kind] as number);
    return id;
  });
  return { contexts, ids };
}

/** Computes the least distance of each ordered pair of contexts. */
function strictest(ids: readonly number[], count: number, pivotal: Float64Array): FairPair[] {
  const least = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  const n = ids.length;
  for (let i = 0; i < n; i++) {
    for (let l = 0; l < n; l++) {
      const at = (ids[i] as number) * count + (ids[l] as number);
      least[at] = Math.min(least[at] as number, pivotal[i * n + l] as number);
    }
  }
  const pairs: FairPair[] = [];
  for (let high = 0; high < count; high++) {
    for (let low = 0; low < count; low++) {
      const distance = least[high * count + low] as number;
      if (high !== low && distance < 1) pairs.push({ high, low, distance });
    }
  }
  return pairs;
}

/** Computes errors and violating rounds of a fixed policy on a run's rounds. */
export type FixedSums = { readonly error: number; readonly violatingRounds: number };

export const NO_FIXED: FixedSums = { error: 0, violatingRounds: 0 };

export function addFixed(
  sums: FixedSums,
  { chances }: FixedPolicy,
  round: PlayedRound,
  alpha: number,
): FixedSums {
  const { kinds, labels, pivotal } = round;
  const k = kinds.length;
  const chanceOf = (i: number) => chances[kinds[i] as number] as number;
  const error = labels.reduce<number>((sum, label, i) => sum + Math.abs(label - chanceOf(i)), 0);
  const isUnfair = kinds.some((_, i) =>
    kinds.some((_, l) => i !== l && chanceOf(i) - chanceOf(l) > alpha + (pivotal[i * k + l] as number)),
  );
  return { error: sums.error + error, violatingRounds: sums.violatingRounds + (isUnfair ? 1 : 0) };
}
