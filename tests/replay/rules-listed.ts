/** `listed` (docs/log-format-classes.md, "Lists in a file"): rules over conditions, a line each, in a text known by its hash. */

import { readCanonical } from "./canonical.ts";
import type { Cell } from "./features.ts";
import { askedPredicates } from "./predicates.ts";
import { Fields, wholeNumber } from "./read.ts";
import { Broken } from "./report.ts";
import type { Answers, Column, Rules } from "./rules.ts";
import type { RulesFile } from "./rules-file.ts";

const MOST_RULES = 1_000_000;
const MOST_PREDICATES = 2_000;
const MOST_ASKED = 24;

/** Numbers of conditions, or two and more with one sign between them. */
const RULE = /^(?:0|[1-9]\d*)(?:(?:&(?:0|[1-9]\d*))+|(?:\|(?:0|[1-9]\d*))+)?$/;

export function listedRules(hypotheses: Fields, columns: readonly Column[], file: RulesFile | null): Rules {
  const listed = wholeNumber(hypotheses.get("count"), "count of the rules", 1);
  const listHash = hypotheses.hash("hash");
  if (listed > MOST_RULES) throw new Broken("count of the rules", `at most ${MOST_RULES}`, listed);
  if (file === null) throw new Broken("list of rules", listHash, "none");
  const { asksOf, rules } = named(() => readList(file.text, columns, listed));
  const count = 2 + listed;
  const accepts: Rules["accepts"] = (answers, rule) => {
    if (rule < 2) return rule === 1;
    const { isAny, asked } = rules[rule - 2] ?? { isAny: true, asked: [] };
    return isAny ? asked.some((one) => answers[one] === 1) : asked.every((one) => answers[one] === 1);
  };
  const losses: Rules["losses"] = (charged) => {
    const sums = new Float64Array(count);
    for (const { answers, cost } of alikeIn(charged)) {
      for (let rule = 0; rule < count; rule++)
        if (accepts(answers, rule)) sums[rule] = (sums[rule] ?? 0) + cost;
    }
    return Array.from(sums, BigInt);
  };
  return {
    ...{ count, listHash, accepts, losses },
    answers: asksOf,
    // Only FTPL needs this, and it accepts no such list.
    contexts: { count: 0, accepts: noContext },
    cells: { count: 0, of: noContext, losses: noContext },
  };
}

/** Merges people with equal answers. Their costs lie on a grid, so sums are exact as doubles too. */
function alikeIn(
  charged: Iterable<readonly [Answers, bigint]>,
): Iterable<{ answers: Answers; cost: number }> {
  const alike = new Map<string, { answers: Answers; cost: number }>();
  for (const [answers, cost] of charged) {
    const key = answers.join("");
    alike.set(key, { answers, cost: (alike.get(key)?.cost ?? 0) + Number(cost) });
  }
  return alike.values();
}

interface Rule {
  readonly isAny: boolean;
  readonly asked: readonly number[];
}

interface List {
  /** Computes each condition's answer for a person. */
  asksOf(cells: readonly Cell[]): Answers;
  readonly rules: readonly Rule[];
}

function readList(text: string, columns: readonly Column[], listed: number): List {
  const [first = "", ...lines] = text.split("\n");
  const rest = lines.pop();
  if (rest !== "") throw new Broken("end", "an LF after the last line", rest);
  if (lines.length !== listed) throw new Broken("count", String(listed), lines.length);
  const predicates = new Fields({ predicates: readCanonical(first) }, "conditions").objects("predicates");
  const ask = askedPredicates(predicates, columns, MOST_PREDICATES);
  return {
    asksOf: (cells) => predicates.map((_, predicate) => Number(ask(predicate, cells))),
    rules: lines.map((line) => readRule(line, predicates.length)),
  };
}

/** Reports problems of a list under the list. */
function named(read: () => List): List {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    throw new Broken(`list of rules: ${error.what}`, error.expected, error.found);
  }
}

function readRule(line: string, predicateCount: number): Rule {
  const asked = line.split(/[&|]/).map(Number);
  const ascends = asked.every((one, index) => index === 0 || one > (asked[index - 1] ?? one));
  const isKnown = (asked.at(-1) ?? predicateCount) < predicateCount;
  if (!RULE.test(line) || !ascends || !isKnown || asked.length > MOST_ASKED) {
    const expected = `1 to ${MOST_ASKED} numbers below ${predicateCount}, ascending, with & or | between them`;
    throw new Broken("rule", expected, line);
  }
  return { isAny: line.includes("|"), asked };
}

function noContext(): never {
  throw new Error("a list that is known by its hash has no separator");
}
