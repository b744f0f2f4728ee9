import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Oracle } from "#server/learner/oracles/oracle.ts";
import { pairsInEffect } from "#server/learner/panel/panel.ts";
import type { PlayedRound } from "./played-round.ts";
import { type RuleSearch, searchOf } from "./rule-search.ts";

/** People whom every rule of the class treats alike, with their outcomes and charges over all rounds. */
export type Context = {
  /** h(x) for every h: [N]; empty for a class that is not listed */
  readonly bits: Uint8Array;
  /** Arrivals with y = 1, and with y = 0. */
  yes: number;
  no: number;
  /** Σ_t C_t Σ_p λ_p (1[ρ1 is here] - 1[ρ2 is here]): what accepting here adds to the pair terms. */
  charge: number;
};

/** The strictest requirement of any round on one ordered pair of contexts. */
export type FairPair = {
  readonly high: number;
  readonly low: number;
  /** min over the rounds of the pivotal auditor's distance */
  distance: number;
};

/**
 * What the comparators need of a run. All losses are sums over people, so a rule's loss follows from counts by context,
 * and Q from the strictest distance of each pair of contexts. Memory grows with the different contexts and pairs of
 * contexts met, not with T.
 */
export type Ledger = {
  add(round: PlayedRound): void;
  readonly contexts: readonly Context[];
  readonly pairs: () => readonly FairPair[];
  /** Present if the class is not listed: comparators then search for a rule and do not scan all. */
  readonly search?: RuleSearch;
};

/** The most contexts: the ids of two fit into one number. */
const MOST_CONTEXTS = 1048576;

/** The most answers of all rules for all contexts, a byte each: 2 GB. */
const MOST_ANSWERS = 2 ** 31;

/**
 * Opens a ledger: an accumulator that changes as rounds are added.
 *
 * @param oracle of the same class; needed if the class is not listed
 * @param mostAnswers limit on the answers of rules for contexts, in bytes
 * @throws LearnerError "shape" without the oracle of a class that is not listed; from `add` "range" beyond 2^20
 *   different contexts, "class-too-large" beyond mostAnswers
 * Cost of `add`: O(k²), and for a new person O(N), or O(n) if the class is not listed.
 */
export function openLedger(
  rules: HypothesisClass,
  oracle?: Oracle,
  mostAnswers: number = MOST_ANSWERS,
): Ledger {
  const contexts: Context[] = [];
  const met: Features[] = [];
  const byView = new Map<string | number, number>();
  const byKind = new Map<number, number>();
  const pairs = new Map<number, FairPair>();

  const contextOf = (kind: number, person: Features): number => {
    const known = byKind.get(kind);
    if (known !== undefined) return known;
    const view = rules.unlisted?.view(person) ?? rules.vectors?.of(person);
    const asked = view === undefined ? rules.bits(person) : null;
    const key = view ?? (asked as Uint8Array).join("");
    const id = byView.get(key) ?? contexts.length;
    if (id === contexts.length) {
      checkCount(rules, id + 1, mostAnswers);
      const bits = rules.unlisted === undefined ? (asked ?? rules.bits(person)) : new Uint8Array();
      byView.set(key, id);
      contexts.push({ bits, yes: 0, no: 0, charge: 0 });
      met.push(person);
    }
    byKind.set(kind, id);
    return id;
  };

  return {
    contexts,
    pairs: () => [...pairs.values()],
    ...(rules.unlisted && { search: searchOf(rules, requireOracle(oracle), met) }),
    add({ kinds, people, labels, violations, fairnessWeight, pivotal }) {
      const k = people.length;
      const ids = people.map((person, i) => contextOf(kinds[i] as number, person));
      ids.forEach((id, i) => {
        const context = contexts[id] as Context;
        if (labels[i] === 1) context.yes += 1;
        else context.no += 1;
      });
      for (const { high, low, weight } of pairsInEffect(violations)) {
        (contexts[ids[high] as number] as Context).charge += fairnessWeight * weight;
        (contexts[ids[low] as number] as Context).charge -= fairnessWeight * weight;
      }
      for (let i = 0; i < k; i++) {
        for (let l = 0; l < k; l++) {
          const [high, low] = [ids[i] as number, ids[l] as number];
          // within a context no policy has a gap
          if (high === low) continue;
          const distance = pivotal[i * k + l] as number;
          const key = high * MOST_CONTEXTS + low;
          const pair = pairs.get(key);
          if (pair === undefined) pairs.set(key, { high, low, distance });
          else if (distance < pair.distance) pair.distance = distance;
        }
      }
    },
  };
}

function checkCount({ unlisted, size }: HypothesisClass, contexts: number, mostAnswers: number): void {
  if (contexts > MOST_CONTEXTS)
    throw new LearnerError("range", `more than ${MOST_CONTEXTS} different contexts`);
  if (unlisted !== undefined || contexts * size <= mostAnswers) return;
  throw new LearnerError(
    "class-too-large",
    `a comparator keeps what each of ${size} rules answers to each of ${contexts} different people, a byte each, and at most ${Math.round(mostAnswers / 1e6)} MB of it: take fewer conditions or fewer kinds of people`,
  );
}

function requireOracle(oracle: Oracle | undefined): Oracle {
  if (oracle === undefined) throw new LearnerError("shape", "a class that is not listed, without its oracle");
  return oracle;
}
