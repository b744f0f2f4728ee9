/** What all catalogues of docs/log-format.md, section 5, and docs/log-format-classes.md have in common. */

import { parseDecimal, type Ratio } from "./decimal.ts";
import type { Cell } from "./features.ts";
import type { Fields } from "./read.ts";
import { Broken } from "./report.ts";

/** All that the rules see of a person; its meaning is the catalogue's own. */
export type Answers = readonly number[];

export interface Rules {
  readonly count: number;
  answers(cells: readonly Cell[]): Answers;
  accepts(answers: Answers, rule: number): boolean;
  /** L_h of every rule in catalogue order, from the summed costs of people. */
  losses(charged: Iterable<readonly [Answers, bigint]>): bigint[];
  /** What FTPL asks of a class. */
  readonly contexts: Contexts;
  readonly cells: Cells;
  /** Of a list that lies beside the log. */
  readonly listHash?: string;
  /** Whether a lower number names the same rule, so that FTPL never draws this one. */
  readonly isRepeat?: (rule: number) => boolean;
  /** Whether Exp2 too keeps the sums of the cells, and not of the rules. */
  readonly keepsCells?: true;
  /** Of a class too large to write out, with FTPL: how its rules are found, from the sums of the cells. */
  search?(sums: readonly number[]): Finder;
  /** L_h of every rule from the sums of the cells, as doubles in units of the fixed point. */
  doubles?(sums: readonly bigint[]): Float64Array;
  /** All rules by such as have the same loss, in catalogue order, from the sums of the cells. */
  blocks?(sums: readonly bigint[]): Block[];
}

/** A rule, and whether another one came so near that it could be that one. */
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
  /** How many of the cuts accept somebody, by test. */
  accepted(answers: Answers): number[];
}

/** The separator: made-up contexts, each with noise of its own. */
export interface Contexts {
  readonly count: number;
  accepts(rule: number, context: number): boolean;
}

/** What the history of FTPL keeps sums of (docs/log-format-learners.md, "State"). */
export interface Cells {
  readonly count: number;
  /** Where a charge on this person goes. */
  of(answers: Answers): readonly number[];
  /** L_h of every rule from the sums. */
  losses(sums: readonly bigint[]): bigint[];
}

/** L_h by asking every rule about every different person. */
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

/** The place of a column that is named: one of numbers, where numbers are compared. */
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
