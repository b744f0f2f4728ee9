import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { isUndoable } from "#server/learner/interface/open-rounds.ts";
import {
  aheadIn,
  bytesOfTotals,
  checkHead,
  damaged,
  type GuardedHead,
  type GuardedNumbers,
  headOfAhead,
  headOfOpenings,
  openingsIn,
  type SerialisedState,
  totalsIn,
} from "#server/learner/interface/serialised-state.ts";
import { parseNumber } from "#server/learner/numeric/decimal.ts";
import { RuleTotals } from "../policy/rule-totals.ts";
import { computedOnce, type Signs, signsOf } from "./signs.ts";
import { type Core, type GuardedState, type Inbox, withNamedCells } from "./state.ts";
import { nameOf, withoutExpired } from "./verdicts.ts";

type Part = { readonly core: Core; readonly inbox: Inbox };

/** Serialises a state of mode `guarded`. Cost: 24 bytes a rule, 48 while the newest opening can be undone. */
export function serialiseGuarded(state: GuardedState): SerialisedState {
  const { rules, beforeOpening, cells } = state;
  const parts: Part[] = beforeOpening === null ? [state] : [state, beforeOpening];
  return {
    head: {
      learner: "guarded",
      size: rules.size,
      ...headOfRounds(state),
      ...numbersOf(state.spec, state),
      before: beforeOpening && numbersOf(state.spec, beforeOpening),
    },
    totals: bytesOfTotals(parts.flatMap(({ core, inbox }) => [core.loss, core.tilt, inbox.pending.loss])),
    cells,
  };
}

function headOfRounds(state: GuardedState): Pick<GuardedHead, "t" | "open" | "later"> {
  const { t, open = [] } = headOfOpenings(state.spec, state);
  const later = state.later.map((round) => ({ t: round.t, reported: round.isReported }));
  return {
    t,
    ...(open.length > 0 && {
      open: open.map((round, place) => ({ ...round, hasPairs: state.open[place]?.hasPairs === true })),
    }),
    ...(later.length > 0 && { later }),
  };
}

/** Reads the rounds of a head. @throws LearnerError "snapshot-damaged" on rounds that no openings leave */
function roundsIn(spec: LearnerSpec, head: GuardedHead): Pick<GuardedState, "t" | "open" | "later"> {
  const { t, open } = openingsIn(spec, head);
  const newest = open.at(-1)?.t ?? 0;
  const { later = [] } = head;
  const isBehind = later.every((round) => round.t > (open[0]?.t ?? t) && round.t <= t);
  if (!isBehind || (head.before !== null) !== isUndoable({ t, open }, newest))
    throw damaged("its open rounds");
  return {
    t,
    open: open.map((round, place) => ({ ...round, hasPairs: head.open?.[place]?.hasPairs === true })),
    later: later.map((round) => ({ t: round.t, isReported: round.reported })),
  };
}

function numbersOf(spec: LearnerSpec, { core, inbox }: Part): GuardedNumbers {
  const { mixability, tau, spent, eta, hasReported, ahead, verdicts } = core;
  return {
    mixability: String(mixability),
    tau: String(tau),
    spent: String(spent),
    eta: Number.isFinite(eta) ? String(eta) : null,
    reported: hasReported,
    lin: String(inbox.pendingMean),
    labels: inbox.labelCount,
    noLabels: inbox.noCount,
    ...headOfAhead(spec, ahead),
    verdicts: verdicts.map(({ high, low, round, count, bound, charge, until }) => ({
      high,
      low,
      round,
      count,
      bound: String(bound),
      charge: String(charge),
      ...(until !== null && { until }),
    })),
  };
}

/**
 * Restores a state of mode `guarded`.
 *
 * @param fresh the state before the first round of the study
 * @throws LearnerError "snapshot-damaged"
 * Cost: O(N) a verdict and a person in verdicts, for the signs.
 */
export function restoreGuarded(fresh: GuardedState, { head, totals, cells }: SerialisedState): GuardedState {
  const { rules, spec, settings } = fresh;
  checkHead(spec, head, { learner: "guarded", size: rules.size });
  const { before, ...now } = head as GuardedHead;
  const rounds = roundsIn(spec, head as GuardedHead);
  const arrays = totalsIn(totals, rules.size, before === null ? 3 : 6);
  const answersOf = computedOnce((name: string) => {
    const features = cells.get(name);
    return features && rules.bits(features);
  });
  const signsOfPair = computedOnce((name: string): Signs => {
    const [high, low] = (JSON.parse(name) as [string, string]).map(answersOf);
    // none if a person was erased, because the erasure then removes the verdict
    return high && low ? signsOf(high, low) : new Uint8Array(Math.ceil(rules.size / 4));
  });
  const partOf = (numbers: GuardedNumbers, [loss, tilt, pending]: readonly Float64Array[]): Part => {
    if (!loss || !tilt || !pending) throw damaged("its totals");
    const { mixability, tau, spent, eta, reported, lin, labels, noLabels } = numbers;
    const ahead = aheadIn(spec, numbers);
    const verdicts = numbers.verdicts.map(({ bound, charge, until = null, ...rest }) => {
      if ((until === null) !== (settings.rememberFor === null)) throw damaged("when its verdicts expire");
      const signs = signsOfPair(nameOf(rest));
      return { ...rest, until, bound: parseNumber(bound), charge: parseNumber(charge), signs };
    });
    return {
      core: {
        loss,
        tilt,
        verdicts,
        mixability: parseNumber(mixability),
        tau: parseNumber(tau),
        spent: parseNumber(spent),
        eta: eta === null ? Number.POSITIVE_INFINITY : parseNumber(eta),
        hasReported: reported,
        ahead,
      },
      inbox: {
        pending: RuleTotals.of(rules, () => ({ loss: pending })),
        pendingMean: parseNumber(lin),
        labelCount: labels,
        noCount: noLabels,
      },
    };
  };
  const part = partOf(now, arrays);
  const beforeOpening = before && partOf(before, arrays.slice(3));
  checkEnforced(part.core, beforeOpening?.core ?? part.core, rounds.open.at(-1)?.t ?? 0);
  return withNamedCells({ ...fresh, ...rounds, ...part, beforeOpening, cells });
}

/** Checks that an opening kept the verdicts before it that have not expired. */
function checkEnforced(core: Core, before: Core, t: number): void {
  const [kept, enforced] = [core.verdicts, withoutExpired(before.verdicts, t)].map((verdicts) =>
    verdicts.map(nameOf).join(),
  );
  if (core !== before && kept !== enforced) throw damaged("its verdicts");
}
