import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Features, LearnerSpec } from "#server/learner/config/spec.ts";
import type { Openings, OpenRound } from "#server/learner/interface/open-rounds.ts";
import { RuleTotals } from "../policy/rule-totals.ts";
import type { CountedRound, UndecidedRound } from "./allowance.ts";
import type { GuardedSettings } from "./settings.ts";
import type { Verdict } from "./verdicts.ts";

/** The part of the state that an opening changes. Arrays are never changed in place once they are in a state. */
export type Core = {
  /** L: estimated label losses, [N], half units. */
  readonly loss: Float64Array;
  /** G: the charges of the remembered verdicts, [N], half units. */
  readonly tilt: Float64Array;
  /** In the order in which their rounds were closed, within a round by high, then low. */
  readonly verdicts: readonly Verdict[];
  /** Δ: the sum of mixability gaps, by which the rate is tuned. */
  readonly mixability: number;
  /** τ after the rounds before the oldest open one. */
  readonly tau: number;
  /** What all pulls used so far, in the units of the budget. */
  readonly spent: number;
  /** η of the newest opening; Infinity before the first. */
  readonly eta: number;
  /** Whether a round that was closed since the newest opening ended in a violation. */
  readonly hasReported: boolean;
  /** Expected picks of the closed rounds minus those asked for; 0 unless picks are a number on average. */
  readonly ahead: number;
};

/** The charges of closings and labels since the last opening, in log order. The next opening adds them. */
export type Inbox = {
  /** A: charges not in L yet, [N]. */
  readonly pending: RuleTotals;
  /** Σ of each charge times the base chance it was made at: what the policy itself was charged. */
  readonly pendingMean: number;
  /** n: labels known so far, and n0 of them "no". */
  readonly labelCount: number;
  readonly noCount: number;
};

/** The part of the state that never changes while a study runs. */
type Study = {
  readonly spec: LearnerSpec;
  readonly settings: GuardedSettings;
  readonly rules: HypothesisClass;
  /** q: [N], summing to one. */
  readonly prior: Float64Array;
};

/** An open round of mode `guarded`. */
export type GuardedOpenRound = OpenRound & UndecidedRound;

export type GuardedState = Study &
  Openings<GuardedOpenRound> & {
    /** Closed rounds that τ does not contain yet, because an older one is open; in the order of their closings. */
    readonly later: readonly CountedRound[];
    readonly core: Core;
    readonly inbox: Inbox;
    /** The state before the newest opening, restored if that is undone; null if nothing can undo it any more. */
    readonly beforeOpening: { readonly core: Core; readonly inbox: Inbox } | null;
    /** The cells of the people whom the verdicts name, from which the verdicts' signs follow. */
    readonly cells: ReadonlyMap<string, Features>;
  };

/** The state before the first round. */
export function initialState(study: Study): GuardedState {
  const none = new Float64Array(study.rules.size);
  const core: Core = {
    loss: none,
    tilt: none,
    verdicts: [],
    mixability: 0,
    tau: study.settings.tauStart,
    spent: 0,
    eta: Number.POSITIVE_INFINITY,
    hasReported: false,
    ahead: 0,
  };
  const inbox: Inbox = { pending: RuleTotals.of(study.rules), pendingMean: 0, labelCount: 0, noCount: 0 };
  return { ...study, t: 0, open: [], later: [], core, inbox, beforeOpening: null, cells: new Map() };
}

/** Returns the state with the cells of no other people than those in verdicts, in the order of the verdicts. */
export function withNamedCells(state: GuardedState): GuardedState {
  const cells = new Map<string, Features>();
  for (const name of rememberedIn(state).flatMap(({ high, low }) => [high, low])) {
    const features = state.cells.get(name);
    if (features !== undefined) cells.set(name, features);
  }
  return { ...state, cells };
}

/** Returns all verdicts of a state. An opening removes some and adds none, so those before it are all. */
function rememberedIn({
  core,
  beforeOpening,
}: Pick<GuardedState, "core" | "beforeOpening">): readonly Verdict[] {
  return beforeOpening === null ? core.verdicts : beforeOpening.core.verdicts;
}
