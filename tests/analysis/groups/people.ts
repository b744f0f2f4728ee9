import type { GroupedPerson } from "#server/analysis/groups/grouped-rounds.ts";

/** Makes a person of a closed round. */
export function personOf(
  cells: readonly (string | null)[],
  chance: string,
  isSelected: boolean,
  outcome: GroupedPerson["outcome"] = null,
): GroupedPerson {
  return { cells, chance, isSelected, outcome };
}

/** Joins the cells of a group, such as "F·X". */
export function cellsKey({ cells }: { readonly cells: readonly (string | null)[] }): string {
  return cells.join("·");
}
