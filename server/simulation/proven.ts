import { errorRegretBound, violatingRoundsBound } from "#server/learner/bounds.ts";
import { reportsUntil } from "#server/learner/guarded/allowance.ts";
import { guardedSettings } from "#server/learner/guarded/settings.ts";
import type { Cell } from "./cells.ts";

/** Where docs/theory.md proves the bounds of a run: its sections 3 to 6, or Theorem A of mode guarded in section 14. */
export const proofs = ["known", "anytime", "paper", "ix", "guarded"] as const;

/** What is proven of a run. */
export type Proven = {
  /** null: nothing is proven in numbers. */
  readonly proof: (typeof proofs)[number] | null;
  /** The largest number of violating rounds after t rounds, for certain, except rounds whose correction was cut. */
  readonly promise: (t: number) => number | null;
  /** Bounds after t rounds, in expectation over the draws; against a fixed policy that is fair in every round. */
  readonly errorRegret: (t: number) => number | null;
  readonly violatingRounds: (t: number) => number | null;
};

/**
 * Returns what is proven of a cell. Theorem A holds for all people, labels, outcomes and panels, and for any number of
 * open rounds. The other bounds hold for one open round at a time and for outcomes that arrive before the next opening;
 * where people or panels are chosen against the policy they hold too, since that choice precedes the draw. Nothing is
 * proven in numbers for FTPL, nor for a learner that does not receive the panel's pairs, nor where no regret is measured.
 *
 * @param size N
 */
export function provenOf({ run, horizon, hasRegret }: Cell, size: number): Proven {
  const { learner, hearsPanel, outcomes, openRounds = 1 } = run;
  const nothing = { promise: () => null, errorRegret: () => null, violatingRounds: () => null };
  if (learner.mode === "guarded") {
    const most = reportsUntil(guardedSettings(learner), horizon);
    return { ...nothing, proof: "guarded", promise: (t) => most[t] ?? null };
  }
  const isPrompt = outcomes.delay.kind === "none" && outcomes.lostShare === 0 && openRounds === 1;
  const isProven = learner.learner === "exp2" && hearsPanel && hasRegret;
  if (!isProven || !isPrompt) return { ...nothing, proof: null };
  return {
    ...nothing,
    proof: learner.mode === "known" && learner.horizon === null ? "anytime" : learner.mode,
    errorRegret: (t) => errorRegretBound(learner, size, t),
    violatingRounds: (t) => violatingRoundsBound(learner, size, t),
  };
}
