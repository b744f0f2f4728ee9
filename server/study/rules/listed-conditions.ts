import * as t from "#messages/ruleProblems.ts";
import { formatList } from "#server/format.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import { isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { isDate } from "#server/study/cells/notation.ts";
import { typedNumber } from "#server/study/cells/typed-numbers.ts";
import { columnLabel, draftFields } from "#server/study/columns.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import { wordsOf } from "#server/study/read-columns.ts";
import type { PeopleReading } from "#server/study/reading.ts";

/**
 * One condition of a written rule: columns by name or label, codes by word or label, numbers with or without their
 * unit.
 */

/** A condition and its identity: equal where the conditions ask the same. */
export type KeyedCondition = { readonly predicate: Predicate; readonly key: string };

/** The condition at the beginning of a text, and the text that follows it. */
export type Read = { readonly condition: KeyedCondition; readonly rest: string };

/** Thrown with the part of a line that cannot be read. */
export class Unread extends Error {}

/** A column, its names and its contents. */
export type KnownColumn = {
  readonly column: ColumnChoice;
  readonly names: readonly string[];
  readonly unit: string;
  /** The texts that may be written for a cell: the cell itself, or its label. */
  readonly cells: ReadonlyMap<string, readonly string[]>;
};

export function knownOf(column: ColumnChoice, reading: PeopleReading): KnownColumn {
  const cells = new Map<string, string[]>();
  const words = draftFields([column])[0]?.words ?? {};
  const add = (text: string, cell: string) =>
    cells.set(folded(text), [...(cells.get(folded(text)) ?? []), cell]);
  for (const { word } of wordsOf(reading, column)) {
    add(word, word);
    const label = Object.hasOwn(words, word) ? words[word] : undefined;
    if (label !== undefined && folded(label) !== folded(word)) add(label, word);
  }
  return { column, names: [column.name.trim(), columnLabel(column)], unit: column.unit.trim(), cells };
}

function keyOf({ column, test, value, blank }: Predicate): string {
  const isNumeric = test === "at-most" || test === "above";
  return JSON.stringify([column, test, isNumeric ? parseNumber(value) : value, blank]);
}

/** @throws Unread */
export function conditionAt(text: string, known: readonly KnownColumn[]): Read {
  const { found, rest } = columnAt(text, known);
  const yes = yesOf(found, rest);
  if (yes !== undefined) return keyed(yes, rest);
  const column = found.column.name.trim();
  const isBlank = /^is blank(?:\s+|$)/i.exec(rest);
  if (isBlank !== null && !found.cells.has("blank")) {
    return keyed({ column, test: "is-blank", value: "" }, rest.slice(isBlank[0].length));
  }
  const { test, rest: valueText } = testAt(rest, found.column);
  const { value, rest: after } =
    test === "at-most" || test === "above" ? numberAt(valueText, found) : cellAt(valueText, found);
  return keyed({ column, test, value }, after);
}

/** Completes a condition, which may be followed by "(or blank)". */
function keyed(condition: Predicate, rest: string): Read {
  const orBlank = condition.test === "is-blank" ? null : /^\(or blank\)\s*/i.exec(rest);
  const predicate: Predicate = orBlank === null ? condition : { ...condition, blank: "pass" };
  return { condition: { predicate, key: keyOf(predicate) }, rest: rest.slice(orBlank?.[0].length ?? 0) };
}

/** Reads the name of a column of yes and no that nothing is compared with: it asks for a yes. */
function yesOf({ column, cells }: KnownColumn, rest: string): Predicate | undefined {
  const [value] = cells.get("yes") ?? [];
  if (value === undefined || !/^(?:$|\(or blank\)|(?:and|or)\s)/i.test(rest)) return undefined;
  return { column: column.name.trim(), test: "is", value };
}

/** Finds the longest column name that the text begins with, so that "income" does not hide "income of partner". */
function columnAt(text: string, known: readonly KnownColumn[]): { found: KnownColumn; rest: string } {
  const matches = known.flatMap((each) =>
    [...new Set(each.names)].filter((name) => begins(text, name)).map((name) => ({ each, name })),
  );
  const length = Math.max(0, ...matches.map(({ name }) => name.length));
  const longest = new Set(matches.filter(({ name }) => name.length === length).map(({ each }) => each));
  const [found, other] = longest;
  if (found === undefined) {
    const names = known.slice(0, 6).map(({ column }) => columnLabel(column));
    const hasMore = known.length > names.length;
    throw new Unread(t.columnUnknown({ text: shortened(text), names: names.join(", "), hasMore }));
  }
  if (other !== undefined) {
    throw new Unread(t.columnsAlike({ name: text.slice(0, length) }));
  }
  return { found, rest: text.slice(length).trimStart() };
}

function begins(text: string, name: string): boolean {
  const isThere = name !== "" && folded(text.slice(0, name.length)) === folded(name);
  return isThere && /^(\s|[<>=≤≥≠!]|$)/.test(text.slice(name.length));
}

const tests: readonly (readonly [RegExp, Predicate["test"]])[] = [
  [/^(<=|≤|is at most\b|at most\b)\s*/i, "at-most"],
  [/^(>|is above\b|above\b)\s*/i, "above"],
  [/^(is not\b|≠|!=)\s*/i, "is-not"],
  [/^(is\b|==?)\s*/i, "is"],
];

function testAt(text: string, column: ColumnChoice): { test: Predicate["test"]; rest: string } {
  const name = columnLabel(column);
  if (/^(<(?!=)|>=|≥)/.test(text)) {
    throw new Unread(t.onlyTwoTests({ name }));
  }
  for (const [pattern, test] of tests) {
    const match = pattern.exec(text);
    if (match === null) continue;
    if ((test === "at-most" || test === "above") && column.type !== "number") {
      throw new Unread(t.notNumeric({ name }));
    }
    return { test, rest: text.slice(match[0].length) };
  }
  throw new Unread(t.testMissing({ name }));
}

const numeral = /^([\p{Sc}]?)([-−]?)([\p{Sc}]?)((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?)/iu;

/** Reads a number as it is shown: "1,500", "−€20", "24 months", "5 March 2024". */
function numberAt(text: string, { column, unit }: KnownColumn): { value: string; rest: string } {
  if (isDate(column)) return dayAt(text, column);
  const match = numeral.exec(text);
  const digits = (match?.[4] ?? "").replaceAll(",", "");
  const after = text.slice(match?.[0].length ?? 0);
  if (match === null || !/^(\s|$)/.test(withoutUnit(after, unit))) {
    throw new Unread(t.valueWrong({ name: columnLabel(column), isDate: false, text: shortened(text) }));
  }
  const value = Number(`${match[2] === "" ? "" : "-"}${digits}`) + 0;
  if (!Number.isFinite(value)) throw new Unread(t.numberTooLarge({ value: match[0] }));
  return { value: String(value), rest: withoutUnit(after, unit).trimStart() };
}

function dayAt(text: string, column: ColumnChoice): { value: string; rest: string } {
  const [date = ""] = /^(?:\d{1,2} (?!(?:and|or) )[A-Za-z]+ \d{4}|\S+)/i.exec(text) ?? [];
  const value = typedNumber(date, column);
  if (isDecimal(value)) return { value, rest: text.slice(date.length).trimStart() };
  throw new Unread(t.valueWrong({ name: columnLabel(column), isDate: true, text: shortened(text) }));
}

function withoutUnit(text: string, unit: string): string {
  const rest = text.trimStart();
  const after = rest.slice(unit.length);
  const isThere = unit !== "" && folded(rest.slice(0, unit.length)) === folded(unit) && /^(\s|$)/.test(after);
  return isThere ? after : text;
}

/** Reads a cell by its word or label: in quotes, or the longest known one. */
function cellAt(text: string, known: KnownColumn): { value: string; rest: string } {
  const name = columnLabel(known.column);
  const quoted = /^["“]([^"”]*)["”]/.exec(text);
  const given = quoted === null ? longestKnown(text, known) : (quoted[1] ?? "");
  // A number is compared as a number, or by its label.
  if (known.column.type === "number" && (given === "" || isDecimal(given))) return numberAt(text, known);
  const rest = text.slice(quoted?.[0].length ?? given.length).trimStart();
  if (known.cells.size === 0 && given !== "") return { value: given, rest };
  const cells = known.cells.get(folded(given)) ?? [];
  const [cell] = cells;
  if (cell === undefined) {
    const some = [...known.cells.values()].flat();
    const words = [...new Set(some)].slice(0, 8).join(", ");
    throw new Unread(t.wordUnknown({ text: shortened(text), name, words }));
  }
  const isExact = cells.includes(given);
  if (cells.length > 1 && !isExact)
    throw new Unread(t.wordAmbiguous({ text: given, codes: formatList(cells) }));
  return { value: isExact ? given : cell, rest };
}

function longestKnown(text: string, { cells }: KnownColumn): string {
  if (cells.size === 0) return /^\S+/.exec(text)?.[0] ?? "";
  let length = 0;
  for (const word of cells.keys()) {
    const isThere = folded(text.slice(0, word.length)) === word;
    if (isThere && word.length > length && /^(\s|$)/.test(text.slice(word.length))) length = word.length;
  }
  return text.slice(0, length);
}

function folded(text: string): string {
  return text.trim().toLowerCase();
}

export function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
