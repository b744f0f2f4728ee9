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
 * Returns the groups of members with equal cells in these columns, by their cells: ranges of numbers by their middle,
 * other cells as texts, empty ones last.
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
    return middleOf(cell) - middleOf(other) || (cell < other ? -1 : 1);
  }
  return 0;
}

/** Returns the mean of the one or two numbers in a cell: 40 for "30 to under 50"; 0 for other texts. */
function middleOf(cell: string): number {
  const found =
    cell.match(/(?<![\d\p{L}])-?\d+(?:[.,]\d+)?/gu)?.map((number) => Number(number.replace(",", "."))) ?? [];
  return found.length === 1 || found.length === 2
    ? found.reduce((sum, number) => sum + number, 0) / found.length
    : 0;
}
