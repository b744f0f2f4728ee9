import type { GroupedPerson } from "./grouped-rounds.ts";

/** A person of a closed round who has groups. */
export type Member = Omit<GroupedPerson, "cells"> & {
  readonly cells: readonly (string | null)[];
  readonly round: number;
  readonly position: number;
  /** The chance as a fraction of integers, all on one scale. */
  readonly share: { readonly part: bigint; readonly of: bigint };
};

export type MemberGroup = {
  readonly cells: readonly (string | null)[];
  readonly members: readonly Member[];
};

/**
 * Returns the groups of members with equal cells in these columns, by their cells; empty cells come last.
 *
 * @param places the columns
 */
export function membersByGroup(members: readonly Member[], places: readonly number[]): MemberGroup[] {
  const cellsOf = ({ cells }: Member) => places.map((place) => cells[place] ?? null);
  return [...Map.groupBy(members, (member) => JSON.stringify(cellsOf(member))).values()]
    .map((own) => ({ cells: own[0] === undefined ? [] : cellsOf(own[0]), members: own }))
    .sort((a, b) => compareCells(a.cells, b.cells));
}

function compareCells(a: readonly (string | null)[], b: readonly (string | null)[]): number {
  for (const [index, cell] of a.entries()) {
    const other = b[index] ?? null;
    if (cell === other) continue;
    if (cell === null || other === null) return cell === null ? 1 : -1;
    return cell < other ? -1 : 1;
  }
  return 0;
}
