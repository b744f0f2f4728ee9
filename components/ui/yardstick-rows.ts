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
 * Returns the yardstick with the fewest errors.
 *
 * @param hasNumber whether a number of people is picked: rules that pick another number are no alternative in that case
 */
export function bestYardstick(errors: YardstickErrors, hasNumber: boolean): { name: Name; error: number } {
  const possible: readonly Name[] = hasNumber
    ? ["atRandom", "inForce"]
    : ["acceptNone", "acceptAll", "inForce", "unreportable"];
  const known = possible.map((name) => ({ name, error: errors[name] ?? Number.POSITIVE_INFINITY }));
  return known.reduce((best, each) => (each.error < best.error ? each : best));
}
