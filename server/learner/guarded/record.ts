import type { Features } from "#server/learner/config/spec.ts";
import {
  bytesOfTotals,
  type GuardedNumbers,
  type StateRecord,
  totalsIn,
} from "#server/learner/interface/record.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { LazyTotals } from "../policy/lazy-totals.ts";
import { type Signs, signsOf } from "./signs.ts";
import type { Core, GuardedState, Inbox } from "./state.ts";

type Part = { readonly core: Core; readonly inbox: Inbox };

/** Returns the part of a state of mode `guarded` that the log commits to. Cost: 24 to 48 bytes a rule. */
export function recordGuarded(state: GuardedState): StateRecord {
  const { inbox, rules, beforeOpening } = state;
  const parts: Part[] = beforeOpening === null ? [state] : [state, beforeOpening];
  return {
    head: {
      learner: "guarded",
      size: rules.size,
      ...numbersOf(state),
      labels: inbox.labelCount,
      noLabels: inbox.noCount,
      before: beforeOpening && numbersOf(beforeOpening),
    },
    totals: bytesOfTotals(parts.flatMap(({ core, inbox }) => [core.loss, core.tilt, inbox.pending.loss])),
  };
}

function numbersOf({ core, inbox }: Part): GuardedNumbers {
  const { t, mixability, tau, spent, eta, hasReported, verdicts } = core;
  return {
    t,
    mixability: String(mixability),
    tau: String(tau),
    spent: String(spent),
    eta: Number.isFinite(eta) ? String(eta) : null,
    reported: hasReported,
    lin: String(inbox.pendingMean),
    verdicts: verdicts.map(({ high, low, bound, charge }) => ({
      high,
      low,
      bound: String(bound),
      charge: String(charge),
    })),
  };
}

/**
 * Restores the state between two rounds from a record. A record does not hold a pair's rounds and how often it was
 * flagged, because no later step needs them.
 *
 * @throws LearnerError "snapshot-damaged"
 */
export function resumeGuarded(
  fresh: GuardedState,
  { head, totals }: StateRecord,
  cellsOf: (name: string) => Features | null,
): GuardedState {
  const { rules } = fresh;
  if (head.learner !== "guarded" || head.size !== rules.size || head.before !== null) {
    throw new LearnerError("snapshot-damaged", `a state of ${head.learner}, ${head.size} totals`);
  }
  const [loss = fresh.core.loss, tilt = loss, pending = loss] = totalsIn(totals, rules.size, 3);
  const bitsOf = (name: string) => {
    const cells = cellsOf(name);
    return cells === null ? null : rules.bits(cells);
  };
  const verdicts = head.verdicts.map(({ high, low, bound, charge }) => ({
    ...{ high, low, round: 0, count: 1 },
    ...{ bound: parseNumber(bound), charge: parseNumber(charge) },
    signs: between(bitsOf(high), bitsOf(low)),
  }));
  return {
    ...fresh,
    core: {
      ...{ t: head.t, loss, tilt, verdicts, hasReported: head.reported },
      ...{ mixability: parseNumber(head.mixability), tau: parseNumber(head.tau) },
      ...{
        spent: parseNumber(head.spent),
        eta: head.eta === null ? Number.POSITIVE_INFINITY : parseNumber(head.eta),
      },
    },
    inbox: {
      ...{ pending: LazyTotals.of(rules, () => ({ loss: pending })), pendingMean: parseNumber(head.lin) },
      ...{ labelCount: head.labels, noCount: head.noLabels },
    },
  };
}

function between(high: Uint8Array | null, low: Uint8Array | null): Signs {
  if (high === null || low === null) return { up: new Int32Array(), down: new Int32Array() };
  return signsOf(high, low);
}
