import * as t from "#messages/common.ts";
import { cellInWords, type FieldWords } from "#server/study/words.ts";
import { personName } from "./pair-words.ts";

/** A person of a round as cards, tables and results show them. */
export type PersonView = {
  readonly position: number;
  readonly chance: string;
  /** Shown fields in the order of the cards; null for an erased person. */
  readonly cells: readonly (string | null)[] | null;
  /** Identifiers that the organisation uses; null for readers who may not see them. */
  readonly identifiers?: readonly (string | null)[] | null;
};

/** People of a round, by position, and the settings needed to render a pair of them. */
export type Cards = {
  readonly people: readonly PersonView[];
  readonly fields: readonly FieldWords[];
  readonly alpha: string;
};

/** Returns the data to render a pair: of these two people only, since it is sent to the browser. */
export function cardsOf({ people, fields, alpha }: Cards, high: number, low: number) {
  return { high: personAt(people, high), low: personAt(people, low), fields, alpha };
}

function personAt(people: readonly PersonView[], position: number): PersonView {
  const person = people[position];
  if (person === undefined) throw new Error(`no person at position ${position}`);
  const { chance, cells, identifiers = null } = person;
  return { position, chance, cells, identifiers };
}

/** Formats identifiers, such as "case-7, 4711"; null if there are none or the reader may not see them. */
export function identifierWords({ identifiers }: Pick<PersonView, "identifiers">): string | null {
  const known = (identifiers ?? []).filter((cell) => cell !== null && cell.trim() !== "");
  return known.length === 0 ? null : known.join(", ");
}

/** Names a person of a round for readers who may see identifiers: "Person 2, case-7". */
export function identifiedName(person: Pick<PersonView, "position" | "identifiers">): string {
  const name = [personName(person.position), identifierWords(person)];
  return name.filter((part) => part !== null).join(", ");
}

/** Number of fields shown next to a person; the rest is folded. */
const keyFields = 3;

export type NamedCell = { readonly name: string; readonly label: string; readonly cell: string };

/** Splits the fields into the first ones and the rest; "not given" for cells that were empty in the file. */
export function keyCells(
  fields: readonly FieldWords[],
  { cells }: Pick<PersonView, "cells">,
): { first: NamedCell[]; rest: NamedCell[] } | null {
  if (cells === null) return null;
  const named = fields.map((field, index) => ({
    name: field.name,
    label: field.label,
    cell: cellInWords(cells[index] ?? null, field) ?? t.notGiven(),
  }));
  return { first: named.slice(0, keyFields), rest: named.slice(keyFields) };
}

/** Formats the first fields: "Income 90, Housing rent". */
export function keyCellsInWords(
  fields: readonly FieldWords[],
  person: Pick<PersonView, "cells">,
): string | null {
  const named = keyCells(fields, person)?.first ?? [];
  return named.length === 0 ? null : named.map(({ label, cell }) => `${label} ${cell}`).join(", ");
}
