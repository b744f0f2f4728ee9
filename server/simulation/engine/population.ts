import type { Column, Features } from "#server/learner/config/spec.ts";

/** A person who may arrive in a round, as often as the environment decides. */
export type Kind = {
  /** What the learner's rules see. */
  readonly features: Features;
  /** What the auditors see: the features, and perhaps more (scores that no rule may use). */
  readonly shown: Features;
  /** How often this kind arrives, relative to the others: > 0. */
  readonly weight: number;
  /** Pr[y = 1], in [0, 1]; 0 or 1 for a real row. */
  readonly labelChance: number;
};

/** All kinds of people who may arrive: context types of a synthetic world, or the rows of a real table. */
export type Population = {
  readonly columns: readonly Column[];
  readonly shownColumns: readonly Column[];
  readonly kinds: readonly Kind[];
};

/**
 * Returns the kinds of real rows, each as frequent as any other.
 *
 * @param rows features, what auditors see, and the label; a row without a label cannot be simulated and is left out
 * @returns the population, and how many rows were left out
 */
export function rowPopulation(
  columns: readonly Column[],
  shownColumns: readonly Column[],
  rows: readonly { readonly features: Features; readonly shown: Features; readonly label: 0 | 1 | null }[],
): { readonly population: Population; readonly leftOut: number } {
  const kinds = rows.flatMap(({ features, shown, label }) =>
    label === null ? [] : [{ features, shown, weight: 1, labelChance: label }],
  );
  return { population: { columns, shownColumns, kinds }, leftOut: rows.length - kinds.length };
}
