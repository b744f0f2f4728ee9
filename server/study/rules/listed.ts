import * as t from "#messages/ruleProblems.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import type { ListedRule } from "#server/learner/config/spec.ts";
import type { ColumnChoice } from "#server/study/draft.ts";
import type { PeopleReading } from "#server/study/reading.ts";
import {
  conditionAt,
  type KeyedCondition,
  type KnownColumn,
  knownOf,
  type Read,
  shortened,
  Unread,
} from "./listed-conditions.ts";
import { conditionColumns } from "./predicates.ts";

/** One line with a rule: what it means, or what cannot be read. Lines count from 1; empty lines are skipped. */
export type ReadLine = { readonly number: number } & (
  | { readonly rule: ListedRule; readonly key: string }
  | { readonly problem: string }
);

/** The conditions of a rule, all of which are required or any; or what cannot be read. */
export type ParsedRule =
  | { readonly isAny: boolean; readonly conditions: readonly KeyedCondition[] }
  | { readonly problem: string };

/** Reads all rules of a text, one a line. */
export function readListed(
  text: string,
  columns: readonly ColumnChoice[],
  reading: PeopleReading,
): ReadLine[] {
  const read = ruleReader(columns, reading);
  return text.split("\n").flatMap((line, index): ReadLine[] => {
    if (line.trim() === "") return [];
    const found = read(line);
    return [{ number: index + 1, ...("problem" in found ? found : listedRule(found)) }];
  });
}

function listedRule({ isAny, conditions }: Exclude<ParsedRule, { problem: string }>): {
  rule: ListedRule;
  key: string;
} {
  const predicates = conditions.map(({ predicate }) => predicate);
  const keys = conditions.map(({ key }) => key).sort();
  const kind = isAny ? "disjunctions" : "conjunctions";
  // all conditions: the set with all n bits, which is rule 1 + (2^n - 1) of both classes
  const rule = { from: { kind, version: 1, predicates } as const, rule: 2 ** predicates.length };
  return { rule, key: JSON.stringify([predicates.length > 1 ? kind : "", ...keys]) };
}

/**
 * Returns a reader of rules as English pages show them: `months <= 24 and account is not A11`, with or without a
 * leading `accept if`, columns by name or label, codes by word or label, numbers with or without their unit; joined by
 * `and` or by `or`.
 *
 * @returns a function that reads a non-empty line; repeated conditions are cached
 */
export function ruleReader(
  columns: readonly ColumnChoice[],
  reading: PeopleReading,
): (line: string) => ParsedRule {
  const read = conditionReader(conditionColumns(columns).map((column) => knownOf(column, reading)));
  return (line) => {
    try {
      return ruleOf(line, read);
    } catch (error) {
      if (error instanceof Unread) return { problem: error.message };
      throw error;
    }
  };
}

function ruleOf(line: string, read: (text: string) => Read): ParsedRule {
  let text = line.trim().replace(/^accept if\s+/i, "");
  const conditions: KeyedCondition[] = [];
  let joint: string | undefined;
  for (;;) {
    const { condition, rest } = read(text);
    conditions.push(condition);
    if (rest === "") break;
    const word = /^(and|or)\s+/i.exec(rest);
    if (word === null) throw new Unread(t.jointMissing({ text: shortened(rest) }));
    const next = (word[1] ?? "").toLowerCase();
    if (joint !== undefined && joint !== next) {
      throw new Unread(t.jointsMixed());
    }
    joint = next;
    text = rest.slice(word[0].length);
  }
  if (conditions.length > LIMITS.predicates) {
    throw new Unread(t.ruleTooLong({ count: conditions.length, limit: LIMITS.predicates }));
  }
  if (new Set(conditions.map(({ key }) => key)).size < conditions.length) {
    throw new Unread(t.conditionTwice());
  }
  return { isAny: joint === "or", conditions };
}

/** The number of cached conditions: more than a long list may have, each in some spellings. */
const maxCached = 10_000;

/**
 * Returns a reader of the condition that a text begins with. A text up to the next “and” or “or” is read once, unless
 * one of these words can occur within a condition: in a name, a unit or a cell.
 */
function conditionReader(known: readonly KnownColumn[]): (text: string) => Read {
  if (known.some(hasJoint)) return (text) => conditionAt(text, known);
  const remembered = new Map<string, KeyedCondition>();
  return (text) => {
    const end = text.search(/\s(?:and|or)\s/i);
    const spelled = end === -1 ? text : text.slice(0, end).trimEnd();
    const rest = end === -1 ? "" : text.slice(end).trimStart();
    const condition = remembered.get(spelled);
    if (condition !== undefined) return { condition, rest };
    const read = conditionAt(text, known);
    // Quotes can contain anything, including an “and”.
    const isWhole = read.rest === rest && !/["“”]/.test(spelled.replace(/["“][^"“”]*["”]$/, ""));
    if (isWhole && remembered.size < maxCached) remembered.set(spelled, read.condition);
    return read;
  };
}

/** Checks whether “and”, “or” or a quotation mark occurs in a part of a condition. */
function hasJoint({ names, unit, cells }: KnownColumn): boolean {
  return [...names, unit, ...cells.keys()].some((text) => /(?:^|\s)(?:and|or)(?:\s|$)|["“”]/i.test(text));
}
