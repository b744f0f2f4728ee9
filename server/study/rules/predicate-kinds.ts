import { formatNumber } from "#server/format.ts";
import type { PredicateClassKind } from "#server/learner/config/spec.ts";
import { studyLimits } from "../study-limits.ts";
import type { RulesKind } from "./kind.ts";
import { buildPredicates, missingPredicates } from "./predicates.ts";

/** The kinds of rules that need only a list of conditions. */
export const predicateKinds: Readonly<Record<PredicateClassKind, RulesKind>> = {
  conjunctions: unsigned("conjunctions", {
    title: "Conditions together",
    what: "You list conditions. Each rule asks for some of them at once, and there is one rule for every choice of conditions.",
    example: "accept if income > 2,500 and late payments <= 1",
  }),
  disjunctions: unsigned("disjunctions", {
    title: "One condition is enough",
    what: "Each rule names some of your conditions and accepts whoever meets at least one of them.",
    example: "accept if income > 2,500 or years in job > 3",
  }),
  parities: unsigned("parities", {
    title: "An odd number of conditions",
    what: "Each rule names some conditions and accepts whoever meets an odd number of them. For the study of learning; seldom sensible for people.",
    example: "accept if an odd number holds of: income > 2,500; years in job > 3",
  }),
  "signed-conjunctions": signed("signed-conjunctions", {
    title: "Conditions and opposites together",
    what: "Each rule asks for some of your conditions and against others, all at once.",
    example: "accept if income > 2,500 and not (housing is rented)",
  }),
  "signed-disjunctions": signed("signed-disjunctions", {
    title: "One condition or opposite is enough",
    what: "Each rule accepts whoever meets one of some conditions, or fails one of some others.",
    example: "accept if income > 2,500 or not (housing is rented)",
  }),
};

type Words = Pick<RulesKind, "title" | "what" | "example">;

/** Returns a kind with 1 + 2^n rules: rule 1 + S for each set S of conditions. */
function unsigned(kind: "conjunctions" | "disjunctions" | "parities", words: Words): RulesKind {
  const sets = [0b1, 0b11, 0b110];
  return ofKind(kind, words, {
    count: studyLimits.conditions,
    base: 2,
    more: "doubles",
    numbered: `${studyLimits.numberedConditions} with FTPL and in the guarded mode`,
    memory: `${Math.round((24 * 2 ** studyLimits.conditions) / 1_000_000)} MB`,
    samples: (count) => [...sets, 2 ** count - 1].filter((set) => set < 2 ** count),
  });
}

/** Returns a kind with 1 + 3^n rules: rule 1 + c, where digit 1 of c requires a condition and digit 2 its negation. */
function signed(kind: "signed-conjunctions" | "signed-disjunctions", words: Words): RulesKind {
  const codes = [1, 1 + 2 * 3, 2 + 1 * 3, 1 * 3 + 2 * 9];
  return ofKind(kind, words, {
    count: studyLimits.signedConditions,
    base: 3,
    more: "triples",
    samples: (count) => codes.filter((code) => code < 3 ** count),
  });
}

function ofKind(
  kind: PredicateClassKind,
  words: Words,
  {
    count: most,
    base,
    more,
    numbered,
    memory,
    samples,
  }: {
    count: number;
    base: 2 | 3;
    more: string;
    /** The lower limit of conditions where every rule has numbers of its own, if there is one. */
    numbered?: string;
    /** The data that an opening holds for the largest class, where memory limits its size. */
    memory?: string;
    samples: (count: number) => number[];
  },
): RulesKind {
  const largest = formatNumber(1 + base ** most);
  return {
    ...words,
    conditionLimit: () => most,
    size: ({ rules: { predicates } }) => ({
      rules: predicates.length > most ? null : 1 + base ** predicates.length,
      limit: `${predicates.length} of at most ${most} conditions${numbered === undefined ? "" : ` (${numbered})`}; each one more ${more} the rules`,
    }),
    missing: (context) =>
      missingPredicates(context, {
        count: most,
        why: `${most} make ${largest} rules, each one more ${more} them, and all of them are looked through in every round${memory === undefined ? "" : `, which holds up to ${memory} of numbers meanwhile`}`,
      }),
    build: (context) => ({ kind, version: 1, predicates: buildPredicates(context) }),
    samples: ({ rules: { predicates } }) => samples(predicates.length).map((code) => 1 + code),
  };
}
