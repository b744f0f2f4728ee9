import type { Judging } from "#server/rounds/judging/read-judging.ts";
import { cellInWords } from "#server/study/words.ts";

export type JudgedPerson = Pick<Judging["people"][number], "position" | "chance" | "cells">;

/** One field of a pair; undefined where nothing is known. */
export type FieldRow = {
  readonly name: string;
  readonly label: string;
  readonly high: string | undefined;
  readonly low: string | undefined;
  readonly isEqual: boolean;
  /** Nothing is known of either. */
  readonly isBlank: boolean;
};

/** The fields of two people in the order of the cards. */
export function fieldRows(fields: Judging["fields"], high: JudgedPerson, low: JudgedPerson): FieldRow[] {
  return fields.map((field, index) => {
    const left = cellInWords(high.cells?.[index] ?? null, field);
    const right = cellInWords(low.cells?.[index] ?? null, field);
    const isBlank = left === undefined && right === undefined;
    return { name: field.name, label: field.label, high: left, low: right, isEqual: left === right, isBlank };
  });
}

/** The most fields in which a pair of the queue differs: the cards keep that much room, so the buttons stay in place. */
export function mostDifferences({ fields, people, pairs }: Judging): number {
  const differences = pairs.map(([high, low]) => {
    const [a, b] = [people[high], people[low]];
    return a && b ? fieldRows(fields, a, b).filter((row) => !row.isEqual).length : 0;
  });
  return Math.max(0, ...differences);
}

/** Stands where a position of a pair has no person, which cannot be. */
export const nobody: JudgedPerson = { position: -1, chance: "0", cells: null };
