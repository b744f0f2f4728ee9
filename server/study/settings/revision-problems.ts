import * as t from "#messages/settingProblems.ts";
import type { Missing, SettingsDraft, StudyDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import { missingAudit } from "./audit.ts";
import { type PriorKind, priorKindOf } from "./prior.ts";
import { missingSettings } from "./settings.ts";

/** The form of a published study: its settings as they were typed, and its kind. */
type TypedSettings = Pick<StudyDraft, "kind" | "settings">;

/** Starts that were computed from the file of people or from past records. */
export const startsFromFile: readonly PriorKind[] = ["share", "score", "records"];

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
    ...(changed.includes("prior") ? [atSetting("prior.kind", t.startFixed())] : []),
    ...(changed.includes("restsOnBeacon") ? [atSetting("restsOnBeacon", t.beaconFixed())] : []),
    ...(isStartLost ? [atSetting("mode", t.startLost())] : []),
  ];
}
