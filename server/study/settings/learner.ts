import * as t from "#messages/settingProblems.ts";
import { requireListed } from "#server/learner/classes/catalogue.ts";
import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { LIMITS } from "#server/learner/config/defaults.ts";
import { dividesPowerOfTen, resampleCountFrom } from "#server/learner/config/resample-count.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { settingsAt } from "#server/learner/config/step-sizes.ts";
import { validateSpec } from "#server/learner/config/validate-spec.ts";
import { ftplSettings } from "#server/learner/ftpl/settings.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { LearnerError } from "#server/learner/numeric/errors.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
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
    const advice = isNoise ? ` ${t.noise({ isPaper: spec.mode === "paper" })}` : "";
    return [atSetting(field, `${learnerRefusal(error)}${advice}`)];
  }
}

/** Checks whether the number of rounds was planned. */
export function isHorizonKnown({ horizon }: Pick<SettingsDraft, "horizon">): boolean {
  return horizon.trim() !== "";
}

function modeProblems(draft: SettingsDraft): Missing[] {
  const { learner, mode, afterHorizon, pairRule } = draft;
  const problems: Missing[] = [];
  if (!modesOf(learner).includes(mode)) {
    problems.push(atSetting("mode", t.modeOfFtpl({ isGuarded: mode === "guarded" })));
  }
  const name = nameOf(draft);
  if (needsHorizon(draft) && !isHorizonKnown(draft)) {
    problems.push(atSetting("horizon", t.horizonNeeded({ name })));
  } else if (needsHorizon(draft) && afterHorizon === "anytime") {
    problems.push(atSetting("afterHorizon", t.mustEnd({ name })));
  }
  if (mode === "paper" && pairRule === "average") {
    problems.push(atSetting("pairRule", t.onePair()));
  }
  return problems;
}

function nameOf({ learner, mode }: Learner): "paper" | "ftpl" | "ix" {
  if (mode === "paper") return "paper";
  return learner === "ftpl" ? "ftpl" : "ix";
}

function ownProblems(draft: SettingsDraft): Missing[] {
  if (draft.learner === "exp2") return draft.mode === "ix" ? deltaProblems(draft) : guardedProblems(draft);
  return draft.mode === "paper" ? [] : [...resampleProblems(draft), ...omegaProblems(draft)];
}

function deltaProblems({ delta }: SettingsDraft): Missing[] {
  const value = delta.trim();
  if (isDecimal(value) && Number(value) > 0 && Number(value) < 1) return [];
  return [atSetting("delta", t.deltaRange({ value }))];
}

function resampleProblems({ resampleCount }: SettingsDraft): Missing[] {
  const value = resampleCount.trim();
  const count = Number(value);
  const [from, to] = [LIMITS.leastLiveResampleCount, LIMITS.resampleCount];
  if (!/^[1-9]\d{0,9}$/.test(value) || count < from || count > to) {
    return [atSetting("resampleCount", `${t.wholeNumber({ from, to, value })} ${t.fewDraws()}`)];
  }
  if (dividesPowerOfTen(count)) return [];
  return [atSetting("resampleCount", t.notDecimal({ count, next: resampleCountFrom(count) }))];
}

function omegaProblems({ noise, omegaMultiplier }: SettingsDraft): Missing[] {
  const value = omegaMultiplier.trim();
  if (noise === "proof" || (isDecimal(value) && Number(value) > 0 && Number(value) <= 1_000_000)) return [];
  return [atSetting("omegaMultiplier", t.numberUpTo({ most: 1_000_000, example: 16, value }))];
}
