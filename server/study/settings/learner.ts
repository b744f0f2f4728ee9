import { formatNumber } from "#server/format.ts";
import { requireListed } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { LIMITS } from "#server/learner/config/params.ts";
import { dividesPowerOfTen, resampleCountFrom } from "#server/learner/config/resample-count.ts";
import { settingsAt } from "#server/learner/config/schedule.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { ftplSettings } from "#server/learner/ftpl/settings.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";
import type { RulesContext } from "#server/study/rules/kind.ts";
import { guardedExtras, guardedProblems } from "./guarded.ts";
import { learnerRefusal } from "./learner-refusals.ts";
import { numberedProblems } from "./numbered-rules.ts";
import { priorProblems } from "./prior.ts";

type Learner = Pick<SettingsDraft, "learner" | "mode">;

/** Returns the modes of a learner. */
export function modesOf(learner: SettingsDraft["learner"]): readonly SettingsDraft["mode"][] {
  return learner === "ftpl" ? ["known", "paper"] : ["guarded", "known", "ix", "paper"];
}

/** Returns whether T must be known, so that the study ends after it. */
export function needsHorizon({ learner, mode }: Learner): boolean {
  return learner === "ftpl" || mode === "ix" || mode === "paper";
}

/** Returns the settings that only some learners have, as a spec holds them. */
export function learnerExtras(
  draft: SettingsDraft,
): Pick<LearnerSpec, "delta" | "resampleCount" | "omegaMultiplier" | "guarded"> {
  const { learner, mode, delta, resampleCount, noise, omegaMultiplier } = draft;
  if (learner === "exp2") return mode === "ix" ? { delta: delta.trim() } : guardedExtras(draft);
  if (mode === "paper") return {};
  return {
    resampleCount: Number(resampleCount),
    ...(noise === "heuristic" && { omegaMultiplier: omegaMultiplier.trim() }),
  };
}

/** Returns what is wrong with the choice of the learner, its start and its own settings. */
export function learnerProblems(draft: SettingsDraft, context: RulesContext | null): Missing[] {
  return [
    ...modeProblems(draft),
    ...numberedProblems(draft, context),
    ...priorProblems(draft, context),
    ...ownProblems(draft),
  ];
}

/**
 * Returns what the learner itself rejects although each setting is valid alone.
 *
 * @param spec the spec of a draft without problems
 * @param rules the class of the spec
 */
export function refusedByLearner(spec: LearnerSpec, rules: HypothesisClass): Missing[] {
  try {
    validateSpec(spec);
    if (spec.learner === "ftpl") ftplSettings(spec, rules.size, rules.separator.size);
    else {
      requireListed(rules);
      if (spec.mode !== "guarded") settingsAt(spec, rules.size, 1);
    }
    return [];
  } catch (error) {
    if (!(error instanceof LearnerError)) throw error;
    const isNoise = error.code === "class-too-large";
    const field = isNoise ? (spec.mode === "paper" ? "horizon" : "resampleCount") : "learner";
    const advice = isNoise ? ` ${noiseAdvice(spec)}` : "";
    return [at(field, `${learnerRefusal(error)}${advice}`)];
  }
}

function noiseAdvice({ mode }: LearnerSpec): string {
  return mode === "paper"
    ? "Plan fewer rounds, put fewer people in a round, or list fewer conditions."
    : "Draw fewer rules a round, or list fewer conditions.";
}

/** Checks whether the number of rounds was planned. */
export function isHorizonKnown({ horizon }: Pick<SettingsDraft, "horizon">): boolean {
  return horizon.trim() !== "";
}

function modeProblems(draft: SettingsDraft): Missing[] {
  const { learner, mode, afterHorizon, pairRule } = draft;
  const problems: Missing[] = [];
  if (!modesOf(learner).includes(mode)) {
    problems.push(
      at(
        "mode",
        mode === "guarded"
          ? "FTPL keeps no weights that a limit and remembered verdicts could act on. Choose another mode, or Exp2."
          : "FTPL has no mode for policies chosen afterwards: its cap on the weights takes that place. Choose another mode, or Exp2.",
      ),
    );
  }
  const name = nameOf(draft);
  if (needsHorizon(draft) && !isHorizonKnown(draft)) {
    problems.push(at("horizon", `${name} needs the number of rounds in advance: its steps are made for it.`));
  } else if (needsHorizon(draft) && afterHorizon === "anytime") {
    problems.push(at("afterHorizon", `${name} ends after the last round: choose “Ends”.`));
  }
  if (mode === "paper" && pairRule === "average") {
    problems.push(at("pairRule", "The mode “as printed in the paper” takes one pair a round: choose which."));
  }
  return problems;
}

function nameOf({ learner, mode }: Learner): string {
  if (mode === "paper") return "The mode “as printed in the paper”";
  return learner === "ftpl" ? "FTPL" : "The mode “also against policies chosen afterwards”";
}

function ownProblems(draft: SettingsDraft): Missing[] {
  if (draft.learner === "exp2") return draft.mode === "ix" ? deltaProblems(draft) : guardedProblems(draft);
  return draft.mode === "paper" ? [] : [...resampleProblems(draft), ...omegaProblems(draft)];
}

function deltaProblems({ delta }: SettingsDraft): Missing[] {
  const value = delta.trim();
  if (isDecimal(value) && Number(value) > 0 && Number(value) < 1) return [];
  return [at("delta", `Expected a number between 0 and 1, such as 0.05; found “${value}”.`)];
}

function resampleProblems({ resampleCount }: SettingsDraft): Missing[] {
  const value = resampleCount.trim();
  const count = Number(value);
  const [from, to] = [LIMITS.leastLiveResampleCount, LIMITS.resampleCount];
  if (!/^[1-9]\d{0,9}$/.test(value) || count < from || count > to) {
    const range = `Expected a whole number from ${formatNumber(from)} to ${formatNumber(to)}, found “${value}”.`;
    return [at("resampleCount", `${range} With fewer the chances would not have three digits.`)];
  }
  if (dividesPowerOfTen(count)) return [];
  return [
    at(
      "resampleCount",
      `${formatNumber(count)} rules give chances that are no decimals, such as 1/3, and chances are recorded as decimals. The next number that fits is ${formatNumber(resampleCountFrom(count))}.`,
    ),
  ];
}

function omegaProblems({ noise, omegaMultiplier }: SettingsDraft): Missing[] {
  const value = omegaMultiplier.trim();
  if (noise === "proof" || (isDecimal(value) && Number(value) > 0 && Number(value) <= 1_000_000)) return [];
  return [
    at("omegaMultiplier", `Expected a number above 0 and at most 1,000,000, such as 16; found “${value}”.`),
  ];
}

function at(field: keyof SettingsDraft, message: string): Missing {
  return { step: "settings", field, message };
}
