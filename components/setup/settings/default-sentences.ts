import * as t from "#messages/setupSettings.ts";
import type { SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { newDraft } from "#server/study/empty-draft.ts";

const usual = newDraft("", 0).settings;

/** The settings that the form asks about, apart from the number of rounds, which has no default. */
const asked = ["roundSize", "seats", "neededFlags", "alphaPoints", "deadlineDays"] as const;

/** The settings under "Advanced" of every study. The beacon has no default: it depends on the server. */
const advanced = [
  "decisionRule",
  "panelSelection",
  "quorum",
  "closesWithoutPairs",
  "closesAtDeadline",
  "asking",
] as const;

/** Those of a study that learns. */
const learned = [
  "drawAt",
  "afterHorizon",
  "epsPoints",
  "guarded",
  "learner",
  "mode",
  "multiplier",
  "pairRule",
  "rejectedHalves",
] as const;

function isDefault(settings: SettingsDraft, setting: keyof SettingsDraft): boolean {
  return JSON.stringify(settings[setting]) === JSON.stringify(usual[setting]);
}

/** Returns the settings under "Advanced" in words, by whether they were changed. */
export function advancedSettings(settings: SettingsDraft, isAudit: boolean) {
  const all = isAudit ? advanced : [...advanced, ...learned];
  const wordsWhere = (isSo: boolean) =>
    all
      .filter((setting) => isDefault(settings, setting) === isSo)
      .map((setting) => t.settingName({ setting }));
  return { changed: wordsWhere(false), kept: wordsWhere(true) };
}

/** Lists what was changed under "Advanced" and what was left at its default, for the review. */
export function defaultSentences({ settings, kind }: Pick<StudyDraft, "settings" | "kind">): string[] {
  const recommended = asked
    .filter((setting) => isDefault(settings, setting))
    .map((setting) => t.namedValue({ name: t.settingName({ setting }), value: settings[setting] }));
  const { changed, kept } = advancedSettings(settings, kind === "audit");
  return [
    changed.length === 0 ? null : t.advancedChanged({ settings: changed.join(", ") }),
    recommended.length === 0 ? null : t.leftAsRecommended({ settings: recommended.join(", ") }),
    kept.length === 0 ? null : t.leftAtDefaults({ settings: kept.join(", ") }),
  ].filter((sentence) => sentence !== null);
}
