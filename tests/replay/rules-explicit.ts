/** `explicit` (docs/log-format-classes.md): rules of other classes by their number, and columns that hold predictions. */

import type { Cell } from "./features.ts";
import { type Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import { askedLosses, type Column, type Contexts, columnOf, type Rules } from "./rules.ts";

const MOST_LISTED = 10_000;

/** @param classOf reads a class of any other kind */
export function explicitRules(
  hypotheses: Fields,
  columns: readonly Column[],
  classOf: (hypotheses: Fields) => Rules,
): Rules {
  const listed = hypotheses.objects("rules").map((fields) => listedRule(fields, columns, classOf));
  if (listed.length < 1 || listed.length > MOST_LISTED) {
    throw new Broken("listed rules", `1 to ${MOST_LISTED}`, listed.length);
  }
  const count = 2 + listed.length;
  // A person is represented by each listed rule's decision.
  const accepts: Rules["accepts"] = (answers, rule) => (rule < 2 ? rule === 1 : answers[rule - 2] === 1);
  return {
    count,
    answers: (cells) => listed.map((accepted) => Number(accepted(cells))),
    accepts,
    losses: (charged) => askedLosses(count, accepts, charged),
    contexts: codeContexts(count),
    cells: {
      count,
      of: (answers) =>
        Array.from({ length: count }, (_, rule) => rule).filter((rule) => accepts(answers, rule)),
      losses: (sums) => [...sums],
    },
  };
}

function listedRule(
  fields: Fields,
  columns: readonly Column[],
  classOf: (hypotheses: Fields) => Rules,
): (cells: readonly Cell[]) => boolean {
  if (fields.get("from") !== undefined) {
    const rules = classOf(fields.only(["from", "rule"]).object("from"));
    const rule = wholeNumber(fields.get("rule"), "listed rule");
    if (rule >= rules.count) throw new Broken("listed rule", `below ${rules.count}`, rule);
    return (cells) => rules.accepts(rules.answers(cells), rule);
  }
  const accepted = fields.only(["column", "accepts"]).text("accepts");
  const place = columnOf(fields, columns);
  return (cells) => cells[place] === accepted;
}

/** Of classes whose contexts are the bits of a rule's number. */
export function codeContexts(ruleCount: number): Contexts {
  let count = 0;
  while (2 ** count < ruleCount) count++;
  return { count, accepts: (rule, context) => ((rule >> context) & 1) === 1 };
}
