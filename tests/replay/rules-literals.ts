/**
 * Classes whose rules look at literals (docs/log-format-classes.md): `signed-conjunctions`, `signed-disjunctions` and
 * `decision-lists`. Literal 2b holds if predicate b answers yes, literal 2b+1 if it answers no; sets of literals are bits.
 */

import { cellsOfSets, type Predicates } from "./predicates.ts";
import { Broken } from "./report.ts";
import { askedLosses, type Rules } from "./rules.ts";

export const LITERAL_KINDS = ["signed-conjunctions", "signed-disjunctions", "decision-lists"] as const;

export const MOST_LITERAL_PREDICATES = 12;
const MOST_LISTS = 100_000;

/** Decides by the literals that hold, treated as independent. */
type Decide = (literals: number) => boolean;

/** All but the two constants, and the contexts as sets of literals. */
interface Family {
  readonly rules: readonly Decide[];
  readonly contexts: readonly number[];
}

function rulesOf({ count, setOf }: Predicates, { rules, contexts }: Family): Rules {
  const decided = (rule: number, literals: number) =>
    rule < 2 ? rule === 1 : (rules[rule - 2]?.(literals) ?? false);
  const accepts: Rules["accepts"] = ([set = 0], rule) => decided(rule, literalsOf(set, count));
  const losses: Rules["losses"] = (charged) => askedLosses(2 + rules.length, accepts, charged);
  return {
    count: 2 + rules.length,
    answers: (cells) => [setOf(cells)],
    accepts,
    losses,
    contexts: {
      count: contexts.length,
      accepts: (rule, context) => decided(rule, contexts[context] ?? 0),
    },
    cells: cellsOfSets(2 ** count, losses),
  };
}

function literalsOf(set: number, count: number): number {
  let literals = 0;
  for (let b = 0; b < count; b++) literals |= (set >> b) & 1 ? 1 << (2 * b) : 1 << (2 * b + 1);
  return literals;
}

export function signedRules(
  kind: "signed-conjunctions" | "signed-disjunctions",
  predicates: Predicates,
): Rules {
  const { count } = predicates;
  const all = 4 ** count - 1;
  const asked = Array.from({ length: 3 ** count - 1 }, (_, index) => askedLiterals(index + 1, count));
  const every = kind === "signed-conjunctions";
  const one = Array.from({ length: 2 * count }, (_, literal) => 1 << literal);
  return rulesOf(predicates, {
    rules: asked.map((wanted) => (held) => (every ? (wanted & ~held) === 0 : (wanted & held) !== 0)),
    contexts: every ? [all, ...one.map((literal) => all & ~literal)] : [0, ...one],
  });
}

/** Lists the literals of c, by its ternary digits. */
function askedLiterals(c: number, count: number): number {
  let literals = 0;
  for (let b = 0, rest = c; b < count; b++, rest = Math.floor(rest / 3)) {
    if (rest % 3 > 0) literals |= 1 << (2 * b + (rest % 3) - 1);
  }
  return literals;
}

export function decisionLists(predicates: Predicates, longest: number): Rules {
  const { count } = predicates;
  const lists = Array.from({ length: longest }, (_, index) => listsOf(index + 1, count)).flat();
  if (lists.length + 2 > MOST_LISTS) {
    throw new Broken("decision lists", `at most ${MOST_LISTS} rules`, lists.length + 2);
  }
  const literals = Array.from({ length: 2 * count }, (_, literal) => literal);
  const pairs = literals.flatMap((a) =>
    literals.filter((b) => b > a && b >> 1 !== a >> 1).map((b) => (1 << a) | (1 << b)),
  );
  return rulesOf(predicates, {
    rules: lists.map((steps) => (held) => decidedBy(steps, held)),
    contexts: [0, ...literals.map((literal) => 1 << literal), ...pairs],
  });
}

/** Steps by their code: twice the literal, plus the answer. */
type Steps = readonly number[];

function decidedBy(steps: Steps, held: number): boolean {
  const first = steps.find((step) => (held >> (step >> 1)) & 1);
  // The final answer is the opposite of the last step's.
  return first === undefined ? ((steps.at(-1) ?? 0) & 1) === 0 : (first & 1) === 1;
}

/** All lists of this many steps, by the code of step 0, then of step 1, and so on. */
function listsOf(length: number, count: number): Steps[] {
  const codes = Array.from({ length: 4 * count }, (_, code) => code);
  let begun: Steps[] = [[]];
  for (let step = 0; step < length; step++) {
    begun = begun.flatMap((steps) =>
      codes.filter((code) => mayFollow(steps, code)).map((code) => [...steps, code]),
    );
    if (begun.length > 40 * MOST_LISTS)
      throw new Broken("decision lists", `at most ${MOST_LISTS} rules`, "more");
  }
  return begun.filter(endsRight);
}

function mayFollow(steps: Steps, code: number): boolean {
  const predicateOf = (step: number) => step >> 2;
  const last = steps.at(-1);
  if (steps.some((step) => predicateOf(step) === predicateOf(code))) return false;
  // Neighbours with the same answer are in the order of their predicates.
  return last === undefined || (last & 1) !== (code & 1) || predicateOf(last) < predicateOf(code);
}

function endsRight(steps: Steps): boolean {
  const [last = 0, before] = [steps.at(-1), steps.at(-2)];
  return before === undefined ? (last & 1) === 1 : (last & 1) === (before & 1);
}
