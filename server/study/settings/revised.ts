import * as t from "#messages/settingProblems.ts";
import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Missing, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { missingAudit } from "./audit.ts";
import { refusedByLearner } from "./learner.ts";
import { numberedProblems } from "./numbered-rules.ts";
import { typedQuotas } from "./panel-selection.ts";
import { picksOf } from "./picks.ts";
import { type PriorKind, priorKindOf, startOf } from "./prior.ts";
import { missingSettings, pointsToShare, settingsOver, sharedSettings } from "./settings.ts";

/** Settings of a published study, which no longer has the file that some of them were computed from. */

/** The form of a published study: its settings as they were typed, and its kind. */
type TypedSettings = Pick<StudyDraft, "kind" | "settings">;

/** Starts that were computed from the file of people or from past records. */
const startsFromFile: readonly PriorKind[] = ["share", "score", "records"];

/**
 * Returns the typed settings of a published study, with the number of picks that the file determined and with how panels
 * are chosen now.
 */
export function settingsToRevise(typed: SettingsDraft, published: StudySettings): SettingsDraft {
  const { selection } = published.panel;
  const settings = { ...typed, panelSelection: { how: selection.how, quotas: typedQuotas(selection) } };
  if (isAudit(published)) return settings;
  return { ...settings, picks: published.learner.picks ?? { rule: "free", count: "" } };
}

/** Lists the settings that differ. */
export function changedSettings(before: SettingsDraft, after: SettingsDraft): (keyof SettingsDraft)[] {
  const names = Object.keys(after) as (keyof SettingsDraft)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/**
 * Returns what is wrong with revised settings, as far as the form can tell.
 *
 * @param hasStart whether the published settings hold weights with which the rules start
 */
export function revisionProblems(
  before: SettingsDraft,
  { kind, settings: after }: TypedSettings,
  hasStart: boolean,
): Missing[] {
  if (kind === "audit") return missingAudit({ settings: after });
  const changed = changedSettings(before, after);
  const isStartLost = !hasStart && startsFromFile.includes(priorKindOf(after));
  return [
    ...missingSettings(after, null),
    ...(changed.includes("prior") ? [at("prior.kind", t.startFixed())] : []),
    ...(changed.includes("restsOnBeacon") ? [at("restsOnBeacon", t.beaconFixed())] : []),
    ...(isStartLost ? [at("mode", t.startLost())] : []),
  ];
}

/** Returns what the learner rejects about revised settings without other problems. */
export function revisionRefusals({ rules, settings }: StudyDraft, revised: StudySettings): Missing[] {
  if (isAudit(revised)) return [];
  const numbered = numberedProblems(settings, { rules });
  if (numbered.length > 0) return numbered;
  const { learner } = revised;
  return refusedByLearner(learner, hypothesisClass(learner.columns, learner.hypotheses));
}

/**
 * Returns settings as the log holds them; columns, rules and a start from the file stay, and so do panels of another size
 * than planned if nothing about them was typed. Requires valid settings.
 */
export function revisedSettings(settings: SettingsDraft, published: StudySettings): StudySettings {
  const { selection, gamma } = published.panel;
  const now = settingsToRevise(settings, published).panelSelection;
  const isKept =
    JSON.stringify(settings.panelSelection) === JSON.stringify(now) &&
    Number(settings.seats) === gamma.denominator;
  const revised = typedSettings(settings, published);
  return isKept ? { ...revised, panel: { ...revised.panel, selection } } : revised;
}

function typedSettings(settings: SettingsDraft, published: StudySettings): StudySettings {
  const others = { fields: published.presentation.fields, groups: groupColumns(published) };
  if (isAudit(published)) {
    const { roundSize, alphaPoints } = settings;
    const learner = {
      ...published.learner,
      roundSize: Number(roundSize),
      alpha: pointsToShare(alphaPoints),
    };
    return { ...published, learner, ...sharedSettings(settings, others) };
  }
  const { columns, hypotheses } = published.learner;
  const isFromFile = startsFromFile.includes(priorKindOf(settings));
  const prior = isFromFile ? published.learner.prior : startOf(settings, [], hypotheses);
  const picks = picksOf(settings, null);
  return settingsOver(
    settings,
    { columns, hypotheses, ...(prior && { prior }), ...(picks && { picks }) },
    others,
  );
}

function at(field: string, message: string): Missing {
  return { step: "settings", field, message };
}
