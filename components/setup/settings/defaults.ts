import type { SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";

type Named = readonly [setting: keyof SettingsDraft, words: string];

const usual = newDraft("", 0).settings;

/** The settings that the form asks about, apart from the number of rounds, which has no default. */
const asked: readonly Named[] = [
  ["roundSize", "people in a round"],
  ["seats", "auditors"],
  ["neededFlags", "how many must agree"],
  ["alphaPoints", "smallest difference that is judged"],
  ["deadlineDays", "days to judge"],
];

/** The settings under "Advanced" of every study. The beacon has no default: it depends on the server. */
const advanced: readonly Named[] = [
  ["quorum", "quorum"],
  ["closesWithoutPairs", "closing a round without pairs"],
  ["closesAtDeadline", "closing at the deadline"],
  ["asking", "what auditors are asked"],
];

/** Those of a study that learns. */
const learned: readonly Named[] = [
  ["drawAt", "when the draw takes place"],
  ["afterHorizon", "what follows the last round"],
  ["epsPoints", "margin of the guarantee"],
  ["guarded", "limit of differences and reports"],
  ["learner", "learner"],
  ["mode", "how it learns"],
  ["multiplier", "weight of fairness"],
  ["pairRule", "which pair the learner hears of"],
  ["rejectedHalves", "when people who were not picked count"],
];

function isDefault(settings: SettingsDraft, setting: keyof SettingsDraft): boolean {
  return JSON.stringify(settings[setting]) === JSON.stringify(usual[setting]);
}

/** Returns the settings under "Advanced" in words, by whether they were changed. */
export function advancedSettings(settings: SettingsDraft, isAudit: boolean) {
  const all = isAudit ? advanced : [...advanced, ...learned];
  const wordsWhere = (isSo: boolean) =>
    all.filter(([setting]) => isDefault(settings, setting) === isSo).map(([, words]) => words);
  return { changed: wordsWhere(false), kept: wordsWhere(true) };
}

/** Lists what was left at its default, for the review. */
export function defaultSentences({ settings, kind }: Pick<StudyDraft, "settings" | "kind">): string[] {
  const recommended = asked
    .filter(([setting]) => isDefault(settings, setting))
    .map(([setting, words]) => `${words} (${settings[setting]})`);
  const { kept } = advancedSettings(settings, kind === "audit");
  return [
    recommended.length === 0 ? null : `Left as recommended: ${recommended.join(", ")}.`,
    kept.length === 0 ? null : `Advanced settings left at their defaults: ${kept.join(", ")}.`,
  ].filter((sentence) => sentence !== null);
}
