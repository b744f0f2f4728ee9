import { LIMITS } from "#server/learner/config/defaults.ts";
import type { CatalogueSpec, Column, HypothesisSpec } from "#server/learner/config/spec.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { HypothesisClass } from "./class.ts";
import { conjunctions, signedConjunctions } from "./conjunctions.ts";
import { decisionLists } from "./decision-lists.ts";
import { disjunctions, signedDisjunctions } from "./disjunctions.ts";
import { explicitList } from "./explicit.ts";
import { listedRules } from "./listed-rules.ts";
import { parities } from "./parities.ts";
import type { RuleWords } from "./rule-words.ts";
import { scorecards } from "./scorecards.ts";
import { thresholds } from "./thresholds.ts";
import { trees } from "./trees.ts";

/**
 * Regenerates a class exactly from what a study stores.
 *
 * @param columns the study's columns
 * @param spec kind, version and the class's own numbers
 * @param say words of sentences, for readers with another language or other names of columns; default: English, as in the spec
 * @throws LearnerError "unknown-kind" on a kind or version this program does not know; else as the class itself
 */
export function hypothesisClass(
  columns: readonly Column[],
  spec: HypothesisSpec,
  say?: RuleWords,
): HypothesisClass {
  const classOf = (each: readonly Column[], from: CatalogueSpec) => catalogueClass(each, from, say);
  if (spec.kind !== "explicit" && spec.kind !== "listed") return catalogueClass(columns, spec, say);
  if (spec.version !== 1) throw unknown(spec.kind, spec.version);
  if (spec.kind === "listed") return listedRules(columns, spec, say);
  return explicitList(columns, spec.rules, classOf, say);
}

/**
 * Returns the class for callers that evaluate all of its rules.
 *
 * @throws LearnerError "class-unlisted" if they are not listed; as hypothesisClass
 */
export function listedClass(columns: readonly Column[], spec: HypothesisSpec): HypothesisClass {
  const rules = hypothesisClass(columns, spec);
  requireListed(rules);
  return rules;
}

/** @throws LearnerError "class-unlisted" */
export function requireListed({ size, unlisted }: HypothesisClass): void {
  if (unlisted === undefined) return;
  throw new LearnerError(
    "class-unlisted",
    `${size} rules, of which at most ${LIMITS.enumeratedRules} are listed: only FTPL does without a list`,
  );
}

/** A class that is not a list of other classes' rules. */
function catalogueClass(
  columns: readonly Column[],
  spec: CatalogueSpec,
  say: RuleWords | undefined,
): HypothesisClass {
  const { kind, version } = spec;
  if (version !== 1) throw unknown(kind, version);
  switch (kind) {
    case "thresholds":
      return thresholds(columns, spec.cuts, say);
    case "conjunctions":
      return conjunctions(columns, spec.predicates, say);
    case "signed-conjunctions":
      return signedConjunctions(columns, spec.predicates, say);
    case "disjunctions":
      return disjunctions(columns, spec.predicates, say);
    case "signed-disjunctions":
      return signedDisjunctions(columns, spec.predicates, say);
    case "parities":
      return parities(columns, spec.predicates, say);
    case "decision-lists":
      return decisionLists(columns, spec.predicates, spec.longest, say);
    case "trees":
      return trees(columns, spec.predicates, spec.depth, say);
    case "scorecards":
      return scorecards(columns, spec.predicates, spec.largestPoints, say);
    default:
      throw unknown(kind, version);
  }
}

function unknown(kind: unknown, version: unknown): LearnerError {
  return new LearnerError(
    "unknown-kind",
    `there is no class ${JSON.stringify(kind)} of version ${JSON.stringify(version)}`,
  );
}
