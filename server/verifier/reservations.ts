import * as say from "#messages/verifier.ts";

/** Why a log could be checked only in part, or what a reader should know, in the reader's language. */
export const reservationWords = {
  "no-features": say.noFeatures,
  "no-rules": say.noRules,
  "features-erased": say.featuresErased,
  "no-totals": say.noTotals,
  "fitting-totals": say.fittingTotals,
  "unchecked-totals": say.uncheckedTotals,
  "over-budget": say.overBudget,
  "unranked-dockets": say.unrankedDockets,
  "unproven-ballots": say.unprovenBallots,
  "confirmed-ballots": say.confirmedBallots,
  "untimed-ballots": say.untimedBallots,
  "by-operator": say.byOperator,
  "cancelled-rounds": say.cancelledRounds,
  "cancelled-ballots": say.cancelledBallots,
  "reopened-rounds": say.reopenedRounds,
  "closed-by-hand": say.closedByHand,
  "closed-otherwise": say.closedOtherwise,
  "no-beacon": say.noBeacon,
  "unwitnessed-draws": say.unwitnessedDraws,
  "late-witness": say.lateWitness,
  "own-beacon": say.ownBeacon,
  "own-witness": say.ownWitness,
  restores: say.restores,
  "drawn-again": say.drawnAgain,
  "lost-history": say.lostHistory,
  "skipped-links": say.skippedLinks,
  "lost-checkpoint": say.lostCheckpoint,
  "no-witness": say.noWitness,
} as const;

export type ReservationKind = keyof typeof reservationWords;
