/** What both catalogues of docs/log-format.md, section 5, have in common. */

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
}

/** The place of a column that is named. */
export function columnOf(fields: Fields, columns: readonly string[]): number {
  const found = fields.text("column");
  const index = columns.indexOf(found);
  if (index < 0) throw new Broken("column", columns.join(" or "), found);
  return index;
}

export function numberOf(text: string, what: string): Ratio {
  const value = parseDecimal(text);
  if (value === null) throw new Broken(what, "a decimal number", text);
  return value;
}
