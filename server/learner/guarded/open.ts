import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features } from "#server/learner/config/spec.ts";
import { costOfProjection } from "#server/learner/interface/estimators.ts";
import { nextNumber, withOpened } from "#server/learner/interface/open-rounds.ts";
import { chancesOf } from "#server/learner/numeric/kernels/passes.ts";
import { exp, log } from "#server/learner/numeric/math.ts";
import { exactGaps } from "../panel/eligibility.ts";
import {
  aheadOf,
  aheadWithOpen,
  mixed,
  mixing,
  type PickBounds,
  type PickChange,
  pickBounds,
  printedChances,
  projectionOnto,
  weightByCount,
} from "../policy/picks.ts";
import { RuleTotals } from "../policy/rule-totals.ts";
import { acceptedBy } from "../policy/vector-sums.ts";
import { answeringGroups, exponentialWeights, normalise, sumOf } from "../policy/weights.ts";
import { tauWithOpen } from "./allowance.ts";
import { leadOf, type Pull, published, pullOf } from "./pull.ts";
import type { GuardedSettings } from "./settings.ts";
import { type Core, type GuardedState, type Inbox, withNamedCells } from "./state.ts";
import { sweep } from "./sweep.ts";
import { withoutExpired } from "./verdicts.ts";
import { mixabilityGap } from "./weights.ts";

/** What an opening of mode `guarded` publishes and the log keeps. */
export type GuardedOpening = Pull & {
  readonly t: number;
  readonly eta: number;
  readonly tau: number;
  /** The weight of "accept everyone" in that of both constant rules; null where chances are not moved upwards. */
  readonly lead: number | null;
  /** Δ after all known charges were added. */
  readonly mixability: number;
  /** What all pulls used of the budget, this one included. */
  readonly spentSoFar: number;
  /** b_t: the share of "no" that labels are compared with. */
  readonly noShare: number;
  /** Whether outcomes of this round are shrunk; null in studies that never do. */
  readonly isRare: boolean | null;
  /** p: the chances of the base policy, [k]. */
  readonly base: readonly number[];
  /** p~: the published chances as printed, which the draw uses, [k]. */
  readonly chances: readonly string[];
  /** How the number of picks was reached; null where the study sets none. */
  readonly picks: PickChange | null;
  /** w: the base policy, [N], summing to one. */
  readonly weights: Float64Array;
};

/**
 * Opens the next round: adds all charges that arrived, tunes the rate, drops expired verdicts, applies the others once and
 * brings the chances within the limit.
 *
 *   η_t = min(η_{t-1}, ln N/Δ, (M/k) √(0.4 ln N/t))
 *
 * A number of picks is reached after the verdicts and before the limit: the weights are projected, and where no weights
 * reach it, a constant rule replaces a part of the policy.
 *
 * @param people 1..k rows
 * @returns what is published, and the state while the round is open
 * Cost: 3N exponentials, N where no charge arrived; O(N) a person, and a sweep.  Source: NOTATION row "guarded opening"
 * (docs/theory.md).
 */
export function openGuarded(
  state: GuardedState,
  people: readonly Features[],
): { opening: GuardedOpening; state: GuardedState } {
  const { settings, rules } = state;
  const settled = takeIn(state);
  const t = nextNumber(state);
  const eta = guardedRate(state, settled.mixability, t);
  const loss =
    settings.forget === null ? settled.loss : clipped(settled.loss, (settings.forget + log(t)) / eta);
  const tilt = settled.tilt.slice();
  const weights = exponentialWeights({ loss, tilt }, eta, state.prior);
  const enforced = withoutExpired(settled.verdicts, t);
  const verdicts = sweep(weights, tilt, enforced, { eta, trust: settings.trust });
  const bounds = pickBounds(state.spec, people.length, aheadWithOpen(settled.ahead, state.open));
  const tau = tauWithOpen(settings, settled.tau, state);
  const nu = bounds === null ? 0 : project(state.rules, people, { weights, tilt, eta }, bounds);
  normalise(weights);
  const base = chancesOf(weights, answeringGroups(rules, people));
  const picks = bounds && { nu, ...mixing(base, bounds) };
  const reached = picks === null ? base : mixed(base, picks);
  const left = budgetUntil(state, t) - settled.spent;
  const { all, none } = rules.constants;
  const lead = settings.upwards ? leadOf(weights[all] as number, weights[none] as number) : null;
  const pull = pullOf(reached, { alpha: settings.alpha, tau, left, lead, bounds });
  const spent = settled.spent + pull.spent;
  const core: Core = { ...settled, loss, tilt, verdicts, eta, spent, hasReported: false };
  const chances = printedChances(published(reached, pull), bounds);
  const opening: GuardedOpening = {
    ...pull,
    t,
    eta,
    tau,
    lead,
    mixability: settled.mixability,
    spentSoFar: spent,
    noShare: noShareOf(state.inbox),
    isRare: settings.rareYes ? isRare(state.inbox) : null,
    base,
    chances,
    picks,
    weights,
  };
  const beforeOpening = { core: state.core, inbox: state.inbox };
  const hasPairs = exactGaps(chances)(state.spec.alpha).count > 0;
  const openings = withOpened(state, { t, ahead: aheadOf(state.spec, chances), hasPairs });
  const opened = { ...state, ...openings, core, inbox: emptied(state), beforeOpening };
  return { opening, state: withNamedCells(opened) };
}

/**
 * Projects the weights onto a number of picks, and charges what keeps the projection; both arrays are changed in place.
 *
 *   w_h *= e^(ν s_h/n),  G_h -= ν s_h/(n η),  s_h = Σ_i h(x_i)
 *
 * @returns ν; where it is 0 nothing is changed
 * Cost: O(N n).  Source: NOTATION row "ν" (docs/theory.md).
 */
function project(
  rules: HypothesisClass,
  people: readonly Features[],
  { weights, tilt, eta }: { weights: Float64Array; tilt: Float64Array; eta: number },
  bounds: PickBounds,
): number {
  const n = people.length;
  const counts = acceptedBy(rules, people);
  const nu = projectionOnto(weightByCount(weights, counts, n), bounds);
  if (nu === 0) return nu;
  const cost = costOfProjection(nu, n, eta);
  const factors = Array.from({ length: n + 1 }, (_, count) => exp((nu * count) / n));
  for (let h = 0; h < weights.length; h++) {
    const count = counts[h] as number;
    weights[h] = (weights[h] as number) * (factors[count] as number);
    tilt[h] = (tilt[h] as number) + cost * count;
  }
  return nu;
}

type Labels = Pick<Inbox, "noCount" | "labelCount">;

/** b_t = (1.5 + n0)/(3 + n): the share of "no" that labels are compared with. */
export function noShareOf({ noCount, labelCount }: Labels): number {
  return (1.5 + noCount) / (3 + labelCount);
}

/** Whether the known outcomes are "no" by more than two standard deviations of a fair coin. */
export function isRare({ noCount, labelCount }: Labels): boolean {
  return noCount - labelCount / 2 > Math.sqrt(labelCount);
}

/** Returns the core with all charges of the inbox added. */
function takeIn({ core, inbox, prior }: GuardedState): Core {
  if (isNothing(inbox.pending.loss)) return core;
  const weights = exponentialWeights({ loss: core.loss, tilt: core.tilt }, core.eta, prior);
  const eta = core.hasReported ? 2 * core.eta : core.eta;
  const gap = mixabilityGap(weights, inbox.pending.loss, inbox.pendingMean, eta);
  return { ...core, loss: sumOf(core.loss, inbox.pending.loss), mixability: core.mixability + gap };
}

function isNothing(charges: Float64Array): boolean {
  // a loop: the array's own `every` takes many times as long
  for (let h = 0; h < charges.length; h++) if (charges[h] !== 0) return false;
  return true;
}

function emptied({ inbox, rules }: GuardedState): Inbox {
  return { ...inbox, pending: RuleTotals.of(rules), pendingMean: 0 };
}

type RateState = {
  readonly settings: GuardedSettings;
  /** N */
  readonly rules: { readonly size: number };
  readonly core: Pick<Core, "eta">;
};

/** η_t. It never rises, even when late labels lower Δ. */
export function guardedRate({ settings, rules, core }: RateState, mixability: number, t: number): number {
  const size = log(rules.size);
  const cap = (settings.pace / settings.roundSize) * Math.sqrt((0.4 * size) / t);
  const tuned = mixability > 0 ? size / mixability : Number.POSITIVE_INFINITY;
  return Math.min(core.eta, tuned, cap);
}

/** B k √(t ln N) */
export function budgetUntil({ settings, rules }: Omit<RateState, "core">, t: number): number {
  return settings.budget * settings.roundSize * Math.sqrt(t * log(rules.size));
}

/** Limits how far a rule may be behind the leader, so that old losses are forgotten. */
function clipped(loss: Float64Array, distance: number): Float64Array {
  let least = Number.POSITIVE_INFINITY;
  for (let h = 0; h < loss.length; h++) least = Math.min(least, loss[h] as number);
  const kept = new Float64Array(loss.length);
  for (let h = 0; h < kept.length; h++) kept[h] = Math.min(loss[h] as number, least + distance);
  return kept;
}
