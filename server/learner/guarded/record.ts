import { bytesOfTotals, type GuardedNumbers, type StateRecord } from "#server/learner/contract/record.ts";
import type { Core, GuardedState, Inbox } from "./state.ts";

type Part = { readonly core: Core; readonly inbox: Inbox };

/** What the log binds of a state of mode `guarded`. Cost: 24 to 48 bytes a rule. */
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
    totals: bytesOfTotals(parts.flatMap(({ core, inbox }) => [core.loss, core.tilt, inbox.pending])),
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
