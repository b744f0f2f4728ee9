import { compareDecimals, isDecimal, parseNumber } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import { isEpsInsideAlpha, LIMITS } from "./defaults.ts";
import { dividesPowerOfTen } from "./resample-count.ts";
import type { LearnerSpec } from "./spec.ts";
import { checkGuarded } from "./validate-guarded.ts";
import { checkPicks } from "./validate-picks.ts";
import { checkPrior } from "./validate-prior.ts";

/**
 * Refuses a spec outside its limits. Accepted values are used unchanged; nothing is clipped. The class is checked where
 * it is built.
 *
 * @throws LearnerError "unknown-kind" · "range" · "not-a-decimal" · "shape" on the columns · "horizon-missing" if mode
 *   `paper` or `ix` or FTPL has no T or is to go on after it · "eps-outside-alpha" if mode `known` or `ix` has no ε in
 *   (0, α] · "pair-rule-undefined" if mode `paper` is to average · "setting-missing" and "setting-unused" on a setting
 *   that the mode needs or does not know · "delta-outside" · "prior-outside" · "picks-outside",
 *   "picks-need-even-draw" and "picks-fraction" on a number of picks · "cuts-need-numbers" if FTPL, mode
 *   `guarded` or a prior of each rule has more cuts than LIMITS.numberedCuts · "class-unlisted" if FTPL is to use a
 *   list with a hash · "needs-weights" if FTPL is to use weights of all rules, which it does not have
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
  if (["paper", "ix"].includes(spec.mode) || spec.learner === "ftpl") checkHorizon(spec);
  if (spec.mode === "paper") checkPaper(spec);
  else checkKnown(spec);
  checkGuarded(spec);
  checkPrior(spec);
  checkDraw(spec);
  checkPicks(spec);
  checkDelta(spec);
  checkResampling(spec);
  checkCuts(spec);
  checkList(spec);
}

/** Refuses FTPL with a list that has a hash, because FTPL scans all rules to find each rule that it draws. */
function checkList({ learner, hypotheses }: LearnerSpec): void {
  if (learner !== "ftpl" || hypotheses.kind !== "listed") return;
  throw new LearnerError(
    "class-unlisted",
    `FTPL takes lists of at most ${LIMITS.listedRules} rules, written into the spec`,
  );
}

/** Limits the cuts where every rule has a number of its own, because thresholds are then not counted in runs. */
function checkCuts({ learner, mode, prior, picks, hypotheses }: LearnerSpec): void {
  if (hypotheses.kind !== "thresholds") return;
  const hasNumbers =
    learner === "ftpl" ||
    mode === "guarded" ||
    picks !== undefined ||
    (prior !== undefined && prior.kind !== "constants");
  const count = hypotheses.cuts.reduce((sum, cut) => sum + ("count" in cut ? cut.count : 1), 0);
  if (!hasNumbers || count <= LIMITS.numberedCuts) return;
  throw new LearnerError("cuts-need-numbers", `${count} cuts, at most ${LIMITS.numberedCuts}`, {
    figures: { count, most: LIMITS.numberedCuts },
  });
}

function checkKinds(spec: LearnerSpec): void {
  if (spec.learner === "ftpl" && spec.mode === "guarded") {
    throw new LearnerError("needs-weights", "mode guarded needs the weights of all rules, FTPL has none");
  }
  const known =
    ["exp2", "ftpl"].includes(spec.learner) &&
    spec.version === 1 &&
    spec.kernel === "portable-1" &&
    (spec.learner === "exp2" ? ["known", "paper", "ix", "guarded"] : ["known", "paper"]).includes(
      spec.mode,
    ) &&
    ["end", "anytime"].includes(spec.afterHorizon) &&
    ["average", "largest-gap", "most-flags", "all"].includes(spec.pairRule) &&
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

function checkHorizon(spec: LearnerSpec): void {
  if (spec.horizon === null || spec.afterHorizon === "anytime") {
    throw new LearnerError("horizon-missing", `${spec.learner} in mode ${spec.mode} needs T and ends there`);
  }
}

function checkDelta({ mode, delta }: LearnerSpec): void {
  if (mode !== "ix") {
    if (delta !== undefined) throw new LearnerError("setting-unused", `mode ${mode} has no delta`);
    return;
  }
  if (delta === undefined) throw new LearnerError("setting-missing", "mode ix needs a delta");
  if (!isDecimal(delta)) throw new LearnerError("not-a-decimal", `delta ${JSON.stringify(delta)}`);
  // also refuses decimals that lie inside but round to 0 or 1 as doubles
  if (!(parseNumber(delta) > 0 && parseNumber(delta) < 1)) {
    throw new LearnerError("delta-outside", `delta ${delta} is not in (0, 1)`);
  }
}

/**
 * Checks the settings of FTPL in mode `known`: R in a form that makes hits/R a decimal, and the multiplier outside the
 * proof.
 */
function checkResampling(spec: LearnerSpec): void {
  const { learner, mode, resampleCount, omegaMultiplier } = spec;
  if (learner !== "ftpl" || mode !== "known") {
    if (resampleCount === undefined && omegaMultiplier === undefined) return;
    throw new LearnerError("setting-unused", `${learner} in mode ${mode} sets neither R nor omega`);
  }
  if (resampleCount === undefined) throw new LearnerError("setting-missing", "FTPL needs a resampleCount");
  checkInteger("resampleCount", resampleCount, LIMITS.resampleCount);
  if (!dividesPowerOfTen(resampleCount)) {
    throw new LearnerError("range", `hits of ${resampleCount} are no decimals: R must be 2^a 5^b`);
  }
  if (omegaMultiplier === undefined) return;
  if (!isDecimal(omegaMultiplier)) {
    throw new LearnerError("not-a-decimal", `omegaMultiplier ${JSON.stringify(omegaMultiplier)}`);
  }
  if (!(parseNumber(omegaMultiplier) > 0)) {
    throw new LearnerError("range", `omegaMultiplier ${omegaMultiplier} is not above 0`);
  }
}

function checkDraw({ learner, mode, draw }: LearnerSpec): void {
  if (draw === undefined) return;
  if (draw !== "even") throw new LearnerError("unknown-kind", `there is no draw ${JSON.stringify(draw)}`);
  if (learner === "ftpl" || mode === "paper") {
    throw new LearnerError("setting-unused", `${learner} in mode ${mode} draws one rule for everyone`);
  }
}

function checkPaper(spec: LearnerSpec): void {
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
