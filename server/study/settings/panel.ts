import * as t from "#messages/settingProblems.ts";
import { askingProblems } from "#server/study/asking.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";
import { atSetting } from "#server/study/missing-field.ts";
import { studyLimits } from "../study-limits.ts";
import { decisionRuleProblems } from "./decision-rule.ts";
import { selectionProblems } from "./panel-selection.ts";

const deadlineLimit = 365;

/** Returns what is wrong with the settings of the panel and its rounds. */
export function panelProblems(draft: SettingsDraft): Missing[] {
  const seats = Number(draft.seats);
  const hasSeats = isWhole(draft.seats) && seats > 0;
  return [
    whole(draft, "roundSize", 2, studyLimits.roundSize),
    whole(draft, "seats", 1, studyLimits.seats),
    hasSeats ? whole(draft, "neededFlags", 1, seats) : null,
    hasSeats ? whole(draft, "quorum", 0, seats) : null,
    draft.deadlineDays.trim() === "" ? null : whole(draft, "deadlineDays", 1, deadlineLimit),
    ...(hasSeats ? [...decisionRuleProblems(draft), ...selectionProblems(draft)] : []),
    ...askingProblems(draft),
  ].filter((problem) => problem !== null);
}

type NumeralField = "roundSize" | "seats" | "neededFlags" | "quorum" | "deadlineDays" | "horizon";

/** Returns the problem of a number that must be whole and in a range; null if there is none. */
export function whole(draft: SettingsDraft, field: NumeralField, from: number, to: number): Missing | null {
  const value = draft[field].trim();
  if (isWhole(value) && Number(value) >= from && Number(value) <= to) return null;
  const wanted = value === "" ? t.wholeMissing({ from, to }) : t.wholeNumber({ from, to, value });
  return atSetting(field, `${wanted} ${t.wholeWhy({ field })}`);
}

function isWhole(value: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(value.trim());
}
