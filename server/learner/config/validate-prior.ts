import { alignDecimals, compareDecimals, isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { LIMITS } from "./defaults.ts";
import type { LearnerSpec, Prior } from "./spec.ts";

/**
 * Refuses a prior whose numbers are outside their ranges. Whether the class has its rules is checked where the class is
 * built.
 *
 * @throws LearnerError "needs-weights" for a learner without weights of all rules; "prior-outside"; "not-a-decimal";
 *   "unknown-kind"; "class-too-large"
 */
export function checkPrior({ learner, mode, prior }: LearnerSpec): void {
  if (prior === undefined) return;
  if (learner === "ftpl" || mode === "paper") {
    throw new LearnerError("needs-weights", `${learner} in mode ${mode} starts with equal weights`);
  }
  checkShare("none", prior.none);
  checkShare("all", prior.all);
  const [one, none, all] = alignDecimals(["1", prior.none, prior.all]);
  if (none + all > one) {
    throw new LearnerError("prior-outside", `the constants have ${prior.none} + ${prior.all} of 1`);
  }
  if (prior.kind === "constants") return;
  if (!["score", "records"].includes(prior.kind))
    throw new LearnerError("unknown-kind", "a prior unknown here");
  checkShare("keep", prior.keep);
  if (prior.kind === "score") checkScore(prior);
  else checkRecords(prior);
}

function checkShare(name: string, value: string): void {
  checkDecimal(name, value);
  if (compareDecimals(value, "0") < 0 || compareDecimals(value, "1") > 0) {
    throw new LearnerError("prior-outside", `${name} ${value} is not in [0, 1]`);
  }
}

function checkScore({ rules }: Extract<Prior, { kind: "score" }>): void {
  if (rules.length === 0) throw new LearnerError("prior-outside", "a score without rules");
  if (new Set(rules.map(({ rule }) => rule)).size !== rules.length) {
    throw new LearnerError("prior-outside", "a rule of the score is listed twice");
  }
  for (const { rule, weight } of rules) {
    if (!(Number.isInteger(rule) && rule >= 0)) throw new LearnerError("prior-outside", `rule ${rule}`);
    checkDecimal("weight", weight);
    if (!(parseNumber(weight) > 0))
      throw new LearnerError("prior-outside", `weight ${weight} is not above 0`);
  }
}

function checkRecords({ count, rate, losses }: Extract<Prior, { kind: "records" }>): void {
  if (!(Number.isInteger(count) && count >= 1)) throw new LearnerError("prior-outside", `${count} records`);
  checkDecimal("rate", rate);
  if (!(parseNumber(rate) > 0)) throw new LearnerError("prior-outside", `rate ${rate} is not above 0`);
  if (losses.length > LIMITS.recordedRules) {
    throw new LearnerError(
      "class-too-large",
      `${losses.length} rules, past records are for ${LIMITS.recordedRules}`,
    );
  }
  for (const loss of losses) checkDecimal("loss", loss);
}

function checkDecimal(name: string, value: string): void {
  if (!isDecimal(value)) throw new LearnerError("not-a-decimal", `${name} ${JSON.stringify(value)}`);
}
