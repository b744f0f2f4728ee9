import fc from "fast-check";
import { expect } from "vitest";
import { laddersOf } from "#server/learner/classes/ladders.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { Features, LearnerSpec, PanelRule } from "#server/learner/config/spec.ts";
import type { ChargedRound } from "#server/learner/interface/estimators.ts";
import type { Learner } from "#server/learner/interface/learner.ts";
import { nextNumber, type Openings } from "#server/learner/interface/open-rounds.ts";
import { type Figures, LearnerError, type LearnerErrorCode } from "#server/learner/numeric/errors.ts";
import { IntervalTotals } from "#server/learner/policy/interval-sums.ts";

/** One number column, three cuts, eight rules: none, all, <= 1, > 1, <= 2, > 2, <= 3, > 3. */
export const smallSpec = {
  learner: "exp2",
  version: 1,
  kernel: "portable-1",
  mode: "known",
  columns: [{ name: "score", type: "number" }],
  hypotheses: {
    kind: "thresholds",
    version: 1,
    cuts: ["1", "2", "3"].map((cut) => ({ column: "score", cut })),
  },
  roundSize: 3,
  horizon: 100,
  afterHorizon: "end",
  alpha: "0.2",
  eps: "0.1",
  fairnessMultiplier: "1",
  pairRule: "average",
  rejectedHalves: "when-settled",
} as const satisfies LearnerSpec;

export const paperSpec: LearnerSpec = { ...smallSpec, mode: "paper", pairRule: "largest-gap" };

export const ixSpec: LearnerSpec = { ...smallSpec, mode: "ix", delta: DEFAULTS.delta };

/** Mode `guarded` on the same eight rules, with the prior and the draw that new studies have. */
export const guardedSpec: LearnerSpec = {
  ...smallSpec,
  mode: "guarded",
  horizon: null,
  afterHorizon: "anytime",
  pairRule: "all",
  rejectedHalves: "at-close",
  prior: { kind: "constants", none: DEFAULTS.constantShare, all: DEFAULTS.constantShare },
  draw: "even",
  guarded: DEFAULTS.guarded,
};

/** FTPL on the same eight rules. */
export const ftplSpec: LearnerSpec = { ...smallSpec, learner: "ftpl", horizon: 1000, resampleCount: 50 };

export const ftplPaperSpec: LearnerSpec = { ...paperSpec, learner: "ftpl", horizon: 50 };

/** Totals of the eight rules, from the charges in the intervals up to 1, 2, 3 and above, and in all. */
export function totalsWith(...sums: readonly number[]): IntervalTotals {
  const pairs = sums.flatMap((sum, interval) => (sum === 0 ? [] : [interval, sum]));
  return IntervalTotals.of(smallLadders, Float64Array.from(pairs));
}

const smallLadders = laddersOf(smallSpec.columns, smallSpec.hypotheses.cuts);

/** The paper's rule: gamma = a/b of the panel. */
export function share(numerator: number, denominator: number): PanelRule {
  return { kind: "share", gamma: { numerator, denominator } };
}

/** Opens a round and closes it at once. */
export function playRound<State extends Openings>(
  learner: Learner<State>,
  state: State,
  round: ChargedRound,
): State {
  const opened = learner.applyOpening(state, round.people, round.chances.map(String));
  return learner.applyRound(opened, { ...round, t: nextNumber(state) });
}

export function person(score: number): Features {
  return [String(score)];
}

/** Expects a refusal with this code and a message; with `figures` if a limit is exceeded. */
export function refuses(code: LearnerErrorCode, action: () => unknown, figures?: Figures): void {
  let thrown: unknown;
  try {
    action();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(LearnerError);
  expect(thrown).toHaveProperty("code", code);
  expect(thrown).not.toHaveProperty("message", "");
  if (figures !== undefined) expect(thrown).toHaveProperty("figures", figures);
}

/** Chances as the learner logs them, and in other notations that a person may type. */
export const chance = fc.oneof(
  fc.double({ min: 0, max: 1, noNaN: true }).map((value) => String(value + 0)),
  fc.integer({ min: 0, max: 1000 }).map((thousandths) => String(thousandths / 1000)),
);

export const bit = fc.constantFrom<0 | 1>(0, 1);

/** Spreads i = 0, 1, 2.. evenly over [0, 1): a fixed sample without a random generator. */
export function spread(i: number): number {
  return (i * 0.6180339887498949) % 1;
}
