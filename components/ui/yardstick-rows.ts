import * as t from "#messages/picks.ts";
import type { YardstickErrors } from "#server/learner/exp2/yardsticks.ts";

type Name = keyof YardstickErrors;

const names = ["atRandom", "acceptNone", "acceptAll", "inForce", "unreportable"] as const satisfies Name[];

/** Returns the rows of a table of yardsticks, in their order; those without a figure are left out. */
export function yardstickRows<Errors>(yardsticks: Readonly<Record<Name, Errors | null>>) {
  return names.flatMap((yardstick) => {
    const errors = yardsticks[yardstick];
    return errors === null ? [] : [{ words: t.yardstickRow({ yardstick }), errors }];
  });
}

/**
 * Returns the yardstick with the fewest errors among those that a policy does not clearly beat; null if it beats all.
 *
 * @param hasNumber whether a number of people is picked: rules that pick another number are no alternative in that case
 * @param isBeaten whether the policy errs less by more than its uncertainty
 */
export function unbeatenYardstick(
  errors: YardstickErrors,
  hasNumber: boolean,
  isBeaten: (yardstick: Name, error: number) => boolean,
): { yardstick: Name; error: number } | null {
  const possible: readonly Name[] = hasNumber ? ["atRandom"] : ["acceptNone", "acceptAll"];
  return [...possible, "inForce" as const, "unreportable" as const]
    .flatMap((yardstick) => {
      const error = errors[yardstick];
      return error === null || isBeaten(yardstick, error) ? [] : { yardstick, error };
    })
    .reduce<ReturnType<typeof unbeatenYardstick>>(
      (best, each) => (best === null || each.error < best.error ? each : best),
      null,
    );
}
