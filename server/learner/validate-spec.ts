import { compareDecimals, isDecimal, parseNumber } from "./decimal.ts";
import { LearnerError } from "./errors.ts";
import { isEpsInsideAlpha, LIMITS } from "./params.ts";
import type { LearnerSpec } from "./spec.ts";

/**
 * Refuses a spec outside its limits; what is left is used as it stands, nothing is clipped. The class is checked where
 * it is built.
 *
 * @throws LearnerError "unknown-kind" · "range" · "not-a-decimal" · "shape" on the columns · "horizon-missing" if mode
 *   `paper` has no T or is to go on after it · "eps-outside-alpha" if mode `known` has no ε in (0, α] · and
 *   "pair-rule-undefined" if mode `paper` is to average
 */
export function validateSpec(spec: LearnerSpec): void {
  checkKinds(spec);
  checkColumns(spec);
  checkInteger("roundSize", spec.roundSize, LIMITS.roundSize);
  if (spec.horizon !== null) checkInteger("horizon", spec.horizon, LIMITS.horizon);
  for (const name of ["alpha", "eps", "fairnessMultiplier"] as const) {
    if (!isDecimal(spec[name]))
      throw new LearnerError("not-a-decimal", `${name} ${JSON.stringify(spec[name])}`);
  }
  if (compareDecimals(spec.alpha, "0") < 0 || compareDecimals(spec.alpha, "1") >= 0) {
    throw new LearnerError("range", `alpha ${spec.alpha} is not in [0, 1)`);
  }
  if (spec.mode === "paper") checkPaper(spec);
  else checkKnown(spec);
}

function checkKinds(spec: LearnerSpec): void {
  const known =
    spec.learner === "exp2" &&
    spec.version === 1 &&
    spec.kernel === "portable-1" &&
    ["known", "paper"].includes(spec.mode) &&
    ["end", "anytime"].includes(spec.afterHorizon) &&
    ["average", "largest-gap", "most-flags"].includes(spec.pairRule) &&
    ["at-close", "when-settled"].includes(spec.rejectedHalves);
  if (!known) {
    throw new LearnerError("unknown-kind", "learner, version, kernel, mode or rule that this program lacks");
  }
}

function checkColumns({ columns }: LearnerSpec): void {
  if (new Set(columns.map(({ name }) => name)).size !== columns.length) {
    throw new LearnerError("shape", "two columns have one name");
  }
  for (const { name, type } of columns) {
    if (name === "") throw new LearnerError("shape", "a column has no name");
    if (!["number", "category", "text"].includes(type)) {
      throw new LearnerError("unknown-kind", `there is no column type ${JSON.stringify(type)}`);
    }
  }
}

function checkPaper(spec: LearnerSpec): void {
  if (spec.horizon === null || spec.afterHorizon === "anytime") {
    throw new LearnerError("horizon-missing", "mode paper needs T and ends there");
  }
  if (spec.pairRule === "average") {
    throw new LearnerError("pair-rule-undefined", "mode paper takes one pair a round");
  }
}

function checkKnown(spec: LearnerSpec): void {
  if (!isEpsInsideAlpha(spec)) {
    throw new LearnerError("eps-outside-alpha", `eps ${spec.eps} is not in (0, ${spec.alpha}]`);
  }
  for (const name of ["eps", "fairnessMultiplier"] as const) {
    // also refuses decimals that are above 0 but round to 0 as doubles
    if (!(parseNumber(spec[name]) > 0))
      throw new LearnerError("range", `${name} ${spec[name]} is not above 0`);
  }
}

function checkInteger(name: string, value: number, limit: number): void {
  if (!Number.isInteger(value) || value < 1 || value > limit) {
    throw new LearnerError("range", `${name} ${value} is not one of 1..${limit}`);
  }
}
