import type { Features } from "#server/learner/config/spec.ts";
import { checkChange, checkDecisions } from "#server/learner/interface/checks.ts";
import type { Charge } from "#server/learner/interface/estimators.ts";
import type { ClosedRound, Guard, GuardedRound, OutcomeChange } from "#server/learner/interface/learner.ts";
import {
  isUndoable,
  nextNumber,
  requireOpen,
  withCancelled,
  withClosed,
} from "#server/learner/interface/open-rounds.ts";
import type { OutcomeValue } from "#server/learner/interface/outcome-values.ts";
import { bounded, corrected, costOf } from "#server/learner/numeric/cost-grid.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { RuleTotals } from "../policy/rule-totals.ts";
import { sumOf } from "../policy/weights.ts";
import { countSettled } from "./allowance.ts";
import { computedOnce, signsOf } from "./signs.ts";
import { type GuardedState, type Inbox, withNamedCells } from "./state.ts";
import { remember, withoutAnnulled } from "./verdicts.ts";

/**
 * Closes an open round: charges each person e_i - 1/2, removes annulled verdicts, stores the violating pairs as
 * verdicts and moves τ. What an annulled verdict has charged stays in G.
 *
 *   bound = p~_high - p~_low - ε,  e_i = min(1, 2 p~_i) b_t,  until = the newest opening's t + rememberFor
 *
 * @throws LearnerError "shape" without the numbers of its opening, or if no round is open; "range" on a chance or a
 *   decision
 * Cost: O(N k).  Source: docs/theory.md, "Mode guarded".
 */
export function closeGuarded(state: GuardedState, round: ClosedRound): GuardedState {
  const { core, settings, rules } = state;
  const { guard, t } = round;
  const { ahead } = requireOpen(state, t);
  if (guard === undefined) {
    throw new LearnerError("shape", "mode guarded closes a round with the numbers of its opening");
  }
  checkRound(round, guard);
  checkDecisions(round);
  const { names, base } = guard;
  const bitsOf = computedOnce((position: number) => rules.bits(round.people[position] as Features));
  const chanceAt = (position: number) => round.chances[position] ?? Number.NaN;
  const pairs = [...round.pairs]
    .sort((a, b) => a.high - b.high || a.low - b.low)
    .map(({ high, low }) => ({
      high: names[high] as string,
      low: names[low] as string,
      signs: signsOf(bitsOf(high), bitsOf(low)),
      bound: chanceAt(high) - chanceAt(low) - settings.eps,
    }));
  const isReported = pairs.length > 0;
  const openings = withClosed(state, t);
  const counted = [...state.later, { t, isReported }];
  const { tau, later } = countSettled(settings, core.tau, { open: openings.open, later: counted });
  const inbox = charged(
    state,
    round.people.map((individual, i) => ({
      individual,
      cost: expected(chanceAt(i), guard) - 1 / 2,
      base: parseNumber(base[i] as string),
    })),
  );
  const enforced = withoutAnnulled(core.verdicts, guard.annulled ?? []);
  const { rememberFor } = settings;
  const until = rememberFor === null ? null : nextNumber(openings) - 1 + rememberFor;
  const verdicts = remember(enforced, pairs, { round: t, until });
  const cellsOfRound = names.map((name, i) => [name, round.people[i] as Features] as const);
  return withNamedCells({
    ...state,
    ...openings,
    later,
    core: { ...core, verdicts, hasReported: core.hasReported || isReported, tau, ahead: core.ahead + ahead },
    inbox,
    beforeOpening: null,
    cells: new Map([...state.cells, ...cellsOfRound]),
  });
}

/**
 * Cancels an open round. The newest opening is undone, except for labels that arrived meanwhile; any other one keeps
 * its number, what it spent and what it charged.
 *
 * @throws LearnerError "shape" unless the round is open
 */
export function cancelGuarded(state: GuardedState, t: number): GuardedState {
  const openings = withCancelled(state, t);
  const before = state.beforeOpening;
  if (before === null || !isUndoable(state, t)) {
    const { open } = openings;
    const { tau, later } = countSettled(state.settings, state.core.tau, { open, later: state.later });
    return withNamedCells({
      ...state,
      ...openings,
      later,
      core: { ...state.core, tau },
      beforeOpening: null,
    });
  }
  const loss = sumOf(before.inbox.pending.loss, state.inbox.pending.loss);
  const pending = RuleTotals.of(state.rules, () => ({ loss }));
  const pendingMean = before.inbox.pendingMean + state.inbox.pendingMean;
  return {
    ...state,
    ...openings,
    core: before.core,
    inbox: { ...state.inbox, pending, pendingMean },
    beforeOpening: null,
  };
}

/**
 * Applies a label: adds its charge and subtracts the charge of the previous label. A lost label charges nothing.
 *
 *   charge (1 - y - e)/p~,  e and p~ of the person's own round;  n and n0 count labels and those that say "no"
 *
 * @throws LearnerError "outcome-unchanged"; "shape" without the numbers of the person's opening; "range" on a chance
 */
export function labelGuarded(state: GuardedState, label: OutcomeChange): GuardedState {
  const { individual, chance, guard, before, after } = label;
  checkChange(label);
  if (guard === undefined) throw new LearnerError("shape", "a label without the numbers of its opening");
  if (!(chance > 0 && chance <= 1))
    throw new LearnerError("range", `a person of chance ${chance} was selected`);
  const e = expected(chance, guard);
  const divisor = guard.isRare ? Math.max(chance, RARE_DIVISOR) : chance;
  const summand = (value: OutcomeValue | null) =>
    isLabel(value) ? (Number(value === "no") - e) / divisor : 0;
  const cost = before === null ? bounded(summand(after)) : corrected(summand(after), summand(before));
  const inbox = charged(state, [{ individual, cost, base: parseNumber(guard.base) }]);
  return {
    ...state,
    inbox: {
      ...inbox,
      labelCount: inbox.labelCount + isLabel(after) - isLabel(before),
      noCount: inbox.noCount + Number(after === "no") - Number(before === "no"),
    },
  };
}

/** Where "yes" is rare, an outcome counts at most three times. */
const RARE_DIVISOR = 1 / 3;

/** e_i = min(1, 2 p~_i) b_t: the expected cost of a label; b_t where "yes" is rare. */
function expected(chance: number, { noShare, isRare }: Pick<Guard, "noShare" | "isRare">): number {
  return (isRare ? 1 : Math.min(1, 2 * chance)) * parseNumber(noShare);
}

/** A charge, and the base chance at which it was made. */
type MeanCharge = Charge & { readonly base: number };

/** A_h += Σ cost · h(x) for every rule; also adds what the base policy itself is charged. */
function charged({ inbox }: GuardedState, charges: readonly MeanCharge[]): Inbox {
  const pending = inbox.pending.plus(charges);
  const pendingMean = charges.reduce((mean, { cost, base }) => mean + costOf(cost) * base, inbox.pendingMean);
  return { ...inbox, pending, pendingMean };
}

function isLabel(value: OutcomeValue | null): 0 | 1 {
  return value === "yes" || value === "no" ? 1 : 0;
}

function checkRound({ people, chances, pairs }: ClosedRound, { names, base }: GuardedRound): void {
  const k = people.length;
  if ([chances, names, base].some(({ length }) => length !== k) || k === 0) {
    throw new LearnerError("shape", `${k} people, ${chances.length} chances, ${base.length} base chances`);
  }
  if (!chances.every((chance) => chance >= 0 && chance <= 1)) throw new LearnerError("range", "no chances");
  const inRound = (position: number) => Number.isInteger(position) && position >= 0 && position < k;
  if (!pairs.every(({ high, low }) => inRound(high) && inRound(low) && high !== low)) {
    throw new LearnerError("shape", `a pair that is not of this round of ${k}`);
  }
}
