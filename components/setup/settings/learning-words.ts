import * as t from "#messages/setupLearning.ts";
import type { LearnerSpec } from "#server/learner/config/spec.ts";
import { isDecimal } from "#server/learner/numeric/decimal.ts";
import { messageKey } from "#server/locale.ts";
import type { SettingsDraft } from "#server/study/draft.ts";
import { modesOf } from "#server/study/settings/learner.ts";
import type { ChoiceOption } from "../choices.tsx";

/** Descriptions of the learner's options. A new learner, mode or rule gets its case in the catalogue. */

type Mode = SettingsDraft["mode"];

export function learners(): ChoiceOption<SettingsDraft["learner"]>[] {
  return (["exp2", "ftpl"] as const).map((value) => {
    const learner = { learner: value };
    return { value, title: t.learnerTitle(learner), what: t.learnerWhat(learner) };
  });
}

export function modeChoices(learner: SettingsDraft["learner"]): ChoiceOption<Mode>[] {
  return modesOf(learner).map((mode) => {
    const isPaper = mode === "paper";
    return learner === "exp2"
      ? { value: mode, title: t.exp2Mode({ mode }), what: t.exp2ModeWhat({ mode }) }
      : { value: mode, title: t.ftplMode({ isPaper }), what: t.ftplModeWhat({ isPaper }) };
  });
}

export function noises(): ChoiceOption<SettingsDraft["noise"]>[] {
  return (["proof", "heuristic"] as const).map((value) => {
    const noise = { noise: value };
    return { value, title: t.noiseTitle(noise), what: t.noiseWhat(noise) };
  });
}

export function pairRules(): ChoiceOption<SettingsDraft["pairRule"]>[] {
  return (["average", "largest-gap", "most-flags"] as const).map((value) => {
    const rule = messageKey(value);
    return { value, title: t.pairRule({ rule }), what: t.pairRuleWhat({ rule }) };
  });
}

/** Options for when the people who were not picked enter the learner. */
export function notPickedChoices(): ChoiceOption<SettingsDraft["rejectedHalves"]>[] {
  const names = { "when-settled": "settled", "at-close": "close" } as const;
  return (["when-settled", "at-close"] as const).map((value) => {
    const when = names[value];
    return { value, title: t.notPickedWhen({ when }), what: t.notPickedWhy({ when }) };
  });
}

/**
 * Describes the learner in a few words.
 *
 * @param omegaMultiplier only if it is used
 */
export function learnerSentence({
  learner,
  mode,
  omegaMultiplier,
}: Pick<LearnerSpec, "learner" | "mode" | "omegaMultiplier">): string {
  return t.sentence({ learner, mode, noise: omegaMultiplier ?? "none" });
}

/** Describes the effect of the multiplier at its present value. */
export function multiplierWords({ multiplier, learner, noise }: SettingsDraft): string {
  const text = multiplier.trim();
  const value = isDecimal(text) ? Number(text) : 1;
  if (value === 1) return t.weightHint({ size: "one" });
  if (value < 1) return t.weightHint({ size: "below" });
  if (learner === "exp2") return t.weightHint({ size: "aboveSteps" });
  return t.weightHint({ size: noise === "proof" ? "aboveNoise" : "above" });
}
