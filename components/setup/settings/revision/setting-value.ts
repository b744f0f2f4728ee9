import * as learning from "#messages/setupLearning.ts";
import * as t from "#messages/setupSettings.ts";
import * as own from "#messages/studySettings.ts";
import { docketSizeOf } from "#server/study/asking.ts";
import type { GuardedDraft, SettingsDraft } from "#server/study/draft.ts";
import { picksOf } from "#server/study/settings/picks.ts";
import { guardedNumbers } from "../../guarded-numbers.ts";
import { plannedSelection } from "../../panel/selection-words.ts";
import { askingSentences } from "../asking-words.ts";
import { allowances } from "../guarded-words.ts";
import { learners, modeChoices, noises, notPickedChoices, pairRules } from "../learning-words.ts";
import { picksWords } from "../picks-words.ts";
import { ruleValue } from "../planned-decision.ts";

type Worded = { readonly [Name in keyof SettingsDraft]?: (settings: SettingsDraft) => string };

/** Settings whose value is not a typed number. */
const worded: Worded = {
  picks: (settings) => picksWords(picksOf(settings, null), Number(settings.roundSize)),
  closesWithoutPairs: ({ closesWithoutPairs }) => own.isOn({ isOn: closesWithoutPairs }),
  closesAtDeadline: ({ closesAtDeadline }) => own.isOn({ isOn: closesAtDeadline }),
  decisionRule: ruleValue,
  panelSelection: plannedSelection,
  asking: ({ asking }) => askingSentences({ asking }, docketSizeOf(asking)).join(" "),
  drawAt: ({ drawAt }) => (drawAt === "close" ? t.atClose() : t.atOpening()),
  afterHorizon: ({ afterHorizon }) => (afterHorizon === "end" ? t.ends() : t.continues()),
  guarded: ({ guarded }) => guardedWords(guarded),
  learner: ({ learner }) => titleOf(learners(), learner),
  mode: ({ learner, mode }) => titleOf(modeChoices(learner), mode),
  pairRule: ({ pairRule }) => titleOf(pairRules(), pairRule),
  rejectedHalves: ({ rejectedHalves }) => titleOf(notPickedChoices(), rejectedHalves),
  noise: ({ noise }) => titleOf(noises(), noise),
};

/** Describes the value of a setting, for the list of changes. */
export function settingValue(setting: keyof SettingsDraft, settings: SettingsDraft): string {
  const inWords = worded[setting];
  if (inWords !== undefined) return inWords(settings);
  const typed = settings[setting];
  return typeof typed === "string" && typed.trim() !== "" ? typed.trim() : own.noValue();
}

function guardedWords({ allowance, ...numbers }: GuardedDraft): string {
  const others = guardedNumbers.map((name) =>
    t.namedValue({ name: learning.guardedLabel({ name }), value: numbers[name].trim() || own.noValue() }),
  );
  return [titleOf(allowances(), allowance), ...others].join("; ");
}

function titleOf(choices: readonly { value: string; title: string }[], value: string): string {
  return choices.find((choice) => choice.value === value)?.title ?? "";
}
