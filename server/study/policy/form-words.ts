import type { RuleWords } from "#server/learner/classes/rule-words.ts";
import type { Predicate } from "#server/learner/config/spec.ts";
import type { RuleForm } from "./policy-file.ts";

/**
 * Collects the conditions of rules and writes each rule as JSON of a {@link RuleForm} instead of a sentence, so that
 * every class of rules has one structured form.
 */
export function formWords(): { words: RuleWords; conditions: readonly Predicate[] } {
  const conditions: Predicate[] = [];
  const numbers = new Map<string, string>();
  const write = (form: RuleForm) => JSON.stringify(form);
  const kinds = { and: "all-of", or: "any-of", xor: "odd-of" } as const;
  const words: RuleWords = {
    none: write({ kind: "none" }),
    all: write({ kind: "all" }),
    condition(predicate) {
      const key = JSON.stringify([predicate.column, predicate.test, predicate.value, predicate.blank]);
      const known = numbers.get(key);
      if (known !== undefined) return known;
      conditions.push(predicate);
      numbers.set(key, String(conditions.length));
      return String(conditions.length);
    },
    not: (condition) => String(-Number(condition)),
    acceptIf: (asked, join) => write({ kind: kinds[join], conditions: asked.map(Number) }),
    acceptInWays: (ways) => write({ kind: "ways", ways: ways.map((way) => way.map(Number)) }),
    steps: (steps) =>
      write({
        kind: "steps",
        steps: steps.map(({ condition, accepts }) => ({ condition: Number(condition), accepts })),
      }),
    points: (needed, counted) =>
      write({
        kind: "points",
        needed,
        points: counted.map(({ condition, points }) => ({ condition: Number(condition), points })),
      }),
  };
  return { words, conditions };
}
