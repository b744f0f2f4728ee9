import { isAudit, type StudySettings } from "#server/audit-log/entries.ts";
import { groupColumns } from "#server/audit-log/groups.ts";
import { hypothesisClass } from "#server/learner/classes/catalogue.ts";
import type { Missing, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { pointsToShare } from "#server/study/points.ts";
import { refusedByLearner } from "./learner.ts";
import { numberedProblems } from "./numbered-rules.ts";
import { typedQuotas } from "./panel-selection.ts";
import { picksOf } from "./picks.ts";
import { priorKindOf, startOf } from "./prior.ts";
import { startsFromFile } from "./revision-problems.ts";
import { settingsOver, sharedSettings } from "./settings.ts";

/** Settings of a published study, which no longer has the file that some of them were computed from. */

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
