import type { Column, HypothesisSpec } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { HypothesisClass } from "../classes/class.ts";
import { explicitOracle, scorecardOracle } from "./enumeration-oracles.ts";
import { decisionListOracle } from "./list-oracle.ts";
import type { Oracle } from "./oracle.ts";
import {
  conjunctionOracle,
  disjunctionOracle,
  parityOracle,
  signedConjunctionOracle,
  signedDisjunctionOracle,
} from "./predicate-oracles.ts";
import { thresholdOracle } from "./threshold-oracle.ts";
import { treeOracle } from "./tree-oracle.ts";

/**
 * Returns how many sums a call of the oracle compares, in addition to the noise.
 *
 * @param size N
 */
export function lookedAt(spec: HypothesisSpec, size: number): number {
  // two answers on each side of each question, or of each two questions
  return spec.kind === "trees" ? Math.min(size, 4 * spec.predicates.length ** spec.depth) : size;
}

/**
 * Returns the exact oracle of a class. Every class has one: a class too large for an exact solution is itself refused.
 * The oracle of trees lists no rules.
 *
 * @param columns the study's columns
 * @param spec the class as it is stored
 * @param rules the class that hypothesisClass makes of the same spec
 * @throws LearnerError "unknown-kind"; as the class
 * Source: NOTATION row "oracle" (Def. 4.10).
 */
export function oracleOf(columns: readonly Column[], spec: HypothesisSpec, rules: HypothesisClass): Oracle {
  switch (spec.kind) {
    case "thresholds":
      return thresholdOracle(columns, spec.cuts);
    case "conjunctions":
      return conjunctionOracle(columns, spec.predicates);
    case "signed-conjunctions":
      return signedConjunctionOracle(columns, spec.predicates);
    case "disjunctions":
      return disjunctionOracle(columns, spec.predicates);
    case "signed-disjunctions":
      return signedDisjunctionOracle(columns, spec.predicates);
    case "parities":
      return parityOracle(columns, spec.predicates);
    case "decision-lists":
      return decisionListOracle(columns, spec.predicates, spec.longest);
    case "trees":
      return treeOracle(columns, spec.predicates, spec.depth);
    case "scorecards":
      return scorecardOracle(columns, spec.predicates, spec.largestPoints);
    case "explicit":
      return explicitOracle(rules);
    default:
      throw new LearnerError("unknown-kind", "a class without an oracle");
  }
}
