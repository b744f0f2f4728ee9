/** The common interface of the catalogues in docs/log-format.md, section 5, and docs/log-format-classes.md. */

import { parseDecimal, type Ratio } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";

/** A person's answers, in the catalogue's representation. */
export type Answers = readonly number[];

export interface Rules {
  readonly count: number;
  answers(cells: readonly Cell[]): Answers;
  accepts(answers: Answers, rule: number): boolean;
  /** L_h of every rule in catalogue order, from the summed costs of people. */
  losses(charged: Iterable<readonly [Answers, bigint]>): bigint[];
  /** What FTPL needs from a class. */
  readonly contexts: Contexts;
  readonly cells: Cells;
  /** The hash of a list next to the log. */
  readonly listHash?: string;
  /** Whether a lower number names the same rule, so that FTPL never draws this one. */
  readonly isRepeat?: (rule: number) => boolean;
  /** Whether Exp2 too keeps the sums of the cells, and not of the rules. */
  readonly keepsCells?: true;
  /** For a class too large to list, with FTPL: finds its rules from the sums of the cells. */
  search?(sums: readonly number[]): Finder;
  /** L_h of every rule from the sums of the cells, as doubles in units of the fixed point. */
  doubles?(sums: readonly bigint[]): Float64Array;
  /** All rules by such as have the same loss, in catalogue order, from the sums of the cells. */
  blocks?(sums: readonly bigint[]): Block[];
}

/** A rule, and whether another one is so close that it could be the right one. */
export interface Drawn {
  readonly rule: number;
  readonly isUnsure: boolean;
}

/** The rule of least loss with this noise on the contexts. */
export type Finder = (noise: readonly number[]) => Drawn;

/** Cuts in a row, and their rules: of each cut one for each test, with the loss of that test. */
export interface Block {
  /** The number of the first rule. */
  readonly rule: number;
  readonly cuts: number;
  /** By test. */
  readonly losses: readonly bigint[];
  /** Counts the cuts that accept a person, by test. */
  accepted(answers: Answers): number[];
}

/** The separator: synthetic contexts, each with separate noise. */
export interface Contexts {
  readonly count: number;
  accepts(rule: number, context: number): boolean;
}

/** The cells whose sums FTPL's history keeps (docs/log-format-learners.md, "State"). */
export interface Cells {
  readonly count: number;
  /** The cell of a charge on this person. */
  of(answers: Answers): readonly number[];
  /** L_h of every rule from the sums. */
  losses(sums: readonly bigint[]): bigint[];
}

/** Computes L_h by evaluating every rule for every distinct person. */
export function askedLosses(
  count: number,
  accepts: Rules["accepts"],
  charged: Iterable<readonly [Answers, bigint]>,
): bigint[] {
  const alike = new Map<string, { answers: Answers; cost: bigint }>();
  for (const [answers, cost] of charged) {
    const key = answers.join(" ");
    alike.set(key, { answers, cost: (alike.get(key)?.cost ?? 0n) + cost });
  }
  const sums = [...alike.values()];
  return Array.from({ length: count }, (_, rule) =>
    sums.reduce((sum, { answers, cost }) => (accepts(answers, rule) ? sum + cost : sum), 0n),
  );
}

export interface Column {
  readonly name: string;
  readonly type: string;
}

/** Finds a named column; it must be a number column if numbers are compared. */
export function columnOf(fields: Fields, columns: readonly Column[], isOfNumbers = false): number {
  const found = fields.text("column");
  const index = columns.findIndex(({ name }) => name === found);
  if (index < 0) throw new Broken("column", columns.map(({ name }) => name).join(" or "), found);
  if (isOfNumbers && columns[index]?.type !== "number") throw new Broken("column", "one of numbers", found);
  return index;
}

export function numberOf(text: string, what: string): Ratio {
  const value = parseDecimal(text);
  if (value === null) throw new Broken(what, "a decimal number", text);
  return value;
}
