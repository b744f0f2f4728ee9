import { expect, it } from "vitest";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisSpec } from "#server/learner/config/spec.ts";
import { inLanguage, type Language } from "#server/locale.ts";
import { ruleWordsIn } from "#server/study/rule-words.ts";
import { fieldsOf } from "#server/study/words.ts";

const columns = [
  { name: "months", type: "number" },
  { name: "account", type: "category" },
] as const;
const fields = fieldsOf(columns, []);
const predicates = [
  { column: "months", test: "at-most", value: "24" },
  { column: "account", test: "is-not", value: "A11", blank: "pass" },
] as const;

function wordsOf(language: Language, spec: HypothesisSpec, rule: number): string {
  return inLanguage(language, () => hypothesisClass(columns, spec, ruleWordsIn(fields)).sentence(rule));
}

const both = (kind: "conjunctions" | "disjunctions" | "parities") =>
  ({ kind, version: 1, predicates }) as const;

it.each<[Language, HypothesisSpec, number, string]>([
  ["en", both("conjunctions"), 4, "accept if months <= 24 and account is not A11 (or blank)"],
  ["de", both("conjunctions"), 4, "annehmen, wenn months <= 24 und account ist nicht A11 (oder leer)"],
  ["es", both("disjunctions"), 4, "aceptar si months <= 24 o account no es A11 (o vacío)"],
  [
    "de",
    both("parities"),
    4,
    "annehmen, wenn eine ungerade Zahl davon zutrifft: months <= 24; account ist nicht A11 (oder leer)",
  ],
  ["de", both("parities"), 2, "annehmen, wenn months <= 24"],
  ["de", both("conjunctions"), 0, "niemanden annehmen"],
  ["es", both("conjunctions"), 1, "aceptar a todas las personas"],
  ["de", { kind: "trees", version: 1, predicates, depth: 2 }, 2, "annehmen, wenn nicht (months <= 24)"],
  [
    "es",
    { kind: "decision-lists", version: 1, predicates, longest: 1 },
    2,
    "si months <= 24, aceptar; si no, rechazar",
  ],
  [
    "en",
    { kind: "scorecards", version: 1, predicates: predicates.slice(0, 1), largestPoints: 1 },
    2,
    "accept if the points reach 0: -1 for “months <= 24”",
  ],
])("words a rule in %s", (language, spec, rule, sentence) => {
  expect(wordsOf(language, spec, rule)).toBe(sentence);
});
