import { cellInWords, type FieldWords } from "#server/study/words.ts";

/** Somebody of a round as cards, tables and results show them. */
export type ShownPerson = {
  readonly position: number;
  readonly chance: string;
  /** The shown fields in the order of the cards; null of whoever was erased. */
  readonly cells: readonly (string | null)[] | null;
  /** What the organisation calls them; null for whoever may not know it. */
  readonly identifiers?: readonly (string | null)[] | null;
};

/** The people of a round, by position, and what is needed to draw a pair of them. */
export type Cards = {
  readonly people: readonly ShownPerson[];
  readonly fields: readonly FieldWords[];
  readonly alpha: string;
};

/** What a pair is drawn from; only of these two, since it is sent to the browser. */
export function cardsOf({ people, fields, alpha }: Cards, high: number, low: number) {
  return { high: personAt(people, high), low: personAt(people, low), fields, alpha };
}

function personAt(people: readonly ShownPerson[], position: number): ShownPerson {
  const person = people[position];
  if (person === undefined) throw new Error(`nobody stands at ${position}`);
  const { chance, cells, identifiers = null } = person;
  return { position, chance, cells, identifiers };
}

/** "case-7, 4711"; nothing of whoever has none, or where it is not for the reader. */
export function identifierWords({ identifiers }: Pick<ShownPerson, "identifiers">): string | null {
  const known = (identifiers ?? []).filter((cell) => cell !== null && cell.trim() !== "");
  return known.length === 0 ? null : known.join(", ");
}

/** How many of the shown fields stand beside a person; the rest is folded. */
const keyFields = 3;

export type NamedCell = { readonly name: string; readonly label: string; readonly cell: string };

/** The first fields of the cards, and those after them; "not given" where the file had nothing. */
export function keyCells(
  fields: readonly FieldWords[],
  { cells }: Pick<ShownPerson, "cells">,
): { first: NamedCell[]; rest: NamedCell[] } | null {
  if (cells === null) return null;
  const named = fields.map((field, index) => ({
    name: field.name,
    label: field.label,
    cell: cellInWords(cells[index] ?? null, field) ?? "not given",
  }));
  return { first: named.slice(0, keyFields), rest: named.slice(keyFields) };
}

/** "Income 90, Housing rent" */
export function keyCellsInWords(
  fields: readonly FieldWords[],
  person: Pick<ShownPerson, "cells">,
): string | null {
  const named = keyCells(fields, person)?.first ?? [];
  return named.length === 0 ? null : named.map(({ label, cell }) => `${label} ${cell}`).join(", ");
}
