import * as t from "#messages/picks.ts";

type Name = "atRandom" | "nobody" | "everybody" | "unreportable";

/** Returns the rows of a table of yardsticks, in their order; those without a figure are left out. */
export function yardstickRows<Errors>(yardsticks: Readonly<Record<Name, Errors | null>>) {
  const names = ["atRandom", "nobody", "everybody", "unreportable"] as const;
  return names.flatMap((yardstick) => {
    const errors = yardsticks[yardstick];
    return errors === null ? [] : [{ words: t.yardstickRow({ yardstick }), errors }];
  });
}
