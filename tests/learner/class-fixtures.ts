import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import type { Column, Cut, Features, HypothesisSpec, Predicate } from "#server/learner/config/spec.ts";
import type { Oracle } from "#server/learner/oracles/oracle.ts";

/** Yes/no columns q0, q1, ... and a number column, so that an answer vector can be written down as a person. */
export const answerColumns: Column[] = [
  ...Array.from({ length: 8 }, (_, b) => ({ name: `q${b}`, type: "category" as const })),
  { name: "score", type: "number" },
];

export function predicates(count: number): Predicate[] {
  return Array.from({ length: count }, (_, b) => ({ column: `q${b}`, test: "is", value: "y" }));
}

/** Returns the person with this answer vector. */
export function answering(answers: number, score: string | null = null): Features {
  return [...Array.from({ length: 8 }, (_, b) => ((answers >> b) & 1 ? "y" : "n")), score];
}

export const cuts = ["1", "2", "3"].map((cut) => ({ column: "score", cut }));

/** Both ways, at most, above: rules 2 and 3, 4, 5. */
export const sidedCuts: Cut[] = [
  { column: "score", cut: "1" },
  { column: "score", cut: "2", side: "at-most" },
  { column: "score", cut: "3", side: "above" },
];

export const listed: HypothesisSpec = {
  kind: "explicit",
  version: 1,
  rules: [
    { column: "q0", accepts: "y" },
    { column: "q1", accepts: "n" },
    { from: { kind: "conjunctions", version: 1, predicates: predicates(3) }, rule: 8 },
    { from: { kind: "thresholds", version: 1, cuts }, rule: 3 },
    { from: { kind: "decision-lists", version: 1, predicates: predicates(2), longest: 2 }, rule: 7 },
  ],
};

/** One small class of every kind. */
export const everyClass: HypothesisSpec[] = [
  { kind: "thresholds", version: 1, cuts },
  { kind: "conjunctions", version: 1, predicates: predicates(4) },
  { kind: "signed-conjunctions", version: 1, predicates: predicates(3) },
  { kind: "disjunctions", version: 1, predicates: predicates(4) },
  { kind: "signed-disjunctions", version: 1, predicates: predicates(3) },
  { kind: "parities", version: 1, predicates: predicates(4) },
  { kind: "decision-lists", version: 1, predicates: predicates(4), longest: 3 },
  { kind: "trees", version: 1, predicates: predicates(4), depth: 2 },
  { kind: "scorecards", version: 1, predicates: predicates(3), largestPoints: 2 },
  listed,
  { kind: "thresholds", version: 1, cuts: sidedCuts },
];

/**
 * Computes the loss of every rule from an oracle's history. Trees keep one sum W(S) per set of at most d questions; a rule is a
 * polynomial of the answers: L_h = Σ_S a_h(S) W(S), where a_h(S) = Σ of (-1)^(|S| - |T|) h(T) over the sets T within S.
 */
export function lossesIn(
  oracle: Oracle,
  { kind, separator, size }: Pick<HypothesisClass, "separator" | "size"> & Pick<HypothesisSpec, "kind">,
  history: Float64Array,
): number[] {
  if (kind !== "trees") return [...oracle.transformHistory(history)].map((loss) => loss + 0);
  const sets = Array.from({ length: separator.size }, (_, p) =>
    [...separator.point(p)].flatMap((bit, b) => (bit === "1" ? [b] : [])),
  );
  const within = sets.map((set) =>
    sets.flatMap((part, p) =>
      part.every((b) => set.includes(b)) ? [{ p, sign: (set.length - part.length) % 2 === 0 ? 1 : -1 }] : [],
    ),
  );
  return Array.from({ length: size }, (_, h) =>
    within.reduce((loss, parts, set) => {
      const factor = parts.reduce((sum, { p, sign }) => sum + sign * separator.at(h, p), 0);
      return loss + factor * (history[set] as number);
    }, 0),
  );
}

export function classOf(spec: HypothesisSpec): HypothesisClass {
  return hypothesisClass(answerColumns, spec);
}
