import type { PersonView } from "#components/rounds/people/shown-person.ts";
import { cellInWords, type FieldWords } from "#server/study/words.ts";

export type JudgedPerson = Pick<PersonView, "position" | "chance" | "cells">;

/** One field of a pair; undefined if a value is unknown. */
export type FieldRow = {
  readonly name: string;
  readonly label: string;
  readonly high: string | undefined;
  readonly low: string | undefined;
  readonly isEqual: boolean;
  /** Whether both values are unknown. */
  readonly isBlank: boolean;
};

/** Returns the fields of two people in the order of the study. */
export function fieldRows(fields: readonly FieldWords[], high: JudgedPerson, low: JudgedPerson): FieldRow[] {
  return fields.map((field, index) => {
    const left = cellInWords(high.cells?.[index] ?? null, field);
    const right = cellInWords(low.cells?.[index] ?? null, field);
    const isBlank = left === undefined && right === undefined;
    return { name: field.name, label: field.label, high: left, low: right, isEqual: left === right, isBlank };
  });
}

/** Placeholder for a person missing from a pair, which never happens in valid data. */
export const noPerson: JudgedPerson = { position: -1, chance: "0", cells: null };
