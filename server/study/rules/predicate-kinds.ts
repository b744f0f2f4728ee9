import type { PredicateClassKind } from "#server/learner/config/spec.ts";
import { studyLimits } from "../study-limits.ts";
import type { RulesKind } from "./kind.ts";
import { buildPredicates, missingPredicates } from "./predicates.ts";

/** The kinds of rules that need only a list of conditions. */
export const predicateKinds: Readonly<Record<PredicateClassKind, RulesKind>> = {
  conjunctions: unsigned("conjunctions"),
  disjunctions: unsigned("disjunctions"),
  parities: unsigned("parities"),
  "signed-conjunctions": signed("signed-conjunctions"),
  "signed-disjunctions": signed("signed-disjunctions"),
};

/** Returns a kind with 1 + 2^n rules: rule 1 + S for each set S of conditions. */
function unsigned(kind: "conjunctions" | "disjunctions" | "parities"): RulesKind {
  const sets = [0b1, 0b11, 0b110];
  return ofKind(kind, {
    count: studyLimits.conditions,
    base: 2,
    why: "doubles",
    memory: `${Math.round((24 * 2 ** studyLimits.conditions) / 1_000_000)} MB`,
    samples: (count) => [...sets, 2 ** count - 1].filter((set) => set < 2 ** count),
  });
}

/** Returns a kind with 1 + 3^n rules: rule 1 + c, where digit 1 of c requires a condition and digit 2 its negation. */
function signed(kind: "signed-conjunctions" | "signed-disjunctions"): RulesKind {
  const codes = [1, 1 + 2 * 3, 2 + 1 * 3, 1 * 3 + 2 * 9];
  return ofKind(kind, {
    count: studyLimits.signedConditions,
    base: 3,
    why: "triples",
    samples: (count) => codes.filter((code) => code < 3 ** count),
  });
}

function ofKind(
  kind: PredicateClassKind,
  {
    count: limit,
    base,
    why,
    memory = "",
    samples,
  }: {
    count: number;
    base: 2 | 3;
    why: "doubles" | "triples";
    /** The data that an opening holds for the largest class, where memory limits its size. */
    memory?: string;
    samples: (count: number) => number[];
  },
): RulesKind {
  return {
    conditionLimit: () => limit,
    size: ({ rules: { predicates } }) => ({
      rules: predicates.length > limit ? null : 1 + base ** predicates.length,
      used: predicates.length,
    }),
    missing: (context) => missingPredicates(context, { limit, why, rules: 1 + base ** limit, memory }),
    build: (context) => ({ kind, version: 1, predicates: buildPredicates(context) }),
    samples: ({ rules: { predicates } }) => samples(predicates.length).map((code) => 1 + code),
  };
}
