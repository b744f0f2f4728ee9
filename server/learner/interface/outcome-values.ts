/** The possible outcomes of a person who was picked. */
export const outcomeValues = ["yes", "no", "lost"] as const;

export type OutcomeValue = (typeof outcomeValues)[number];
