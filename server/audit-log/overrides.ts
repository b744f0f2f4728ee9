/**
 * Reasons for a decision that differs from the draw's, as the log records them. This is a list rather than free text
 * because an entry can never be changed, and free text could name a person by mistake.
 */
export const overrideReasons = ["legal-duty", "safety", "new-information", "wrong-data", "other"] as const;

export type OverrideReason = (typeof overrideReasons)[number];

/** The longest text for the position of the person who overrides a decision. */
export const longestPosition = 80;

/** A person's decision that differs from the draw's: 1 picks, 0 does not. */
export type Override = { readonly decision: 0 | 1; readonly reason: OverrideReason };

/** The number of overrides that picked a person whom the draw had not picked, and of those that did the opposite. */
export type OverrideCounts = { readonly picked: number; readonly notPicked: number };

/** Counts overrides by direction, for each reason in the order of the list, and for all of them. */
export function countOverrides(overrides: readonly Override[]): {
  readonly byReason: readonly (OverrideCounts & { readonly reason: OverrideReason })[];
  readonly all: OverrideCounts;
} {
  return {
    byReason: overrideReasons.map((reason) => ({
      reason,
      ...countBoth(overrides.filter((one) => one.reason === reason)),
    })),
    all: countBoth(overrides),
  };
}

function countBoth(overrides: readonly Override[]): OverrideCounts {
  const picked = overrides.filter(({ decision }) => decision === 1).length;
  return { picked, notPicked: overrides.length - picked };
}
