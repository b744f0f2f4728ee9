import { LearnerError } from "../errors.ts";
import type { Column, HypothesisSpec } from "../spec.ts";
import type { HypothesisClass } from "./class.ts";
import { conjunctions } from "./conjunctions.ts";
import { thresholds } from "./thresholds.ts";

/**
 * Regenerates a class exactly from what a study stores.
 *
 * @param columns the study's columns
 * @param spec kind, version and the class's own numbers
 * @throws LearnerError "unknown-kind" on a kind or version this program does not know; else as the class itself
 */
export function hypothesisClass(columns: readonly Column[], spec: HypothesisSpec): HypothesisClass {
  const { kind, version } = spec;
  if (version === 1 && spec.kind === "thresholds") return thresholds(columns, spec.cuts);
  if (version === 1 && spec.kind === "conjunctions") return conjunctions(columns, spec.predicates);
  throw new LearnerError("unknown-kind", `there is no class ${JSON.stringify(kind)} of version ${version}`);
}
