import * as t from "#messages/settingProblems.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";

type Asking = SettingsDraft["asking"];
type Docket = StudySettings["presentation"]["docket"];

/** The assumed time for a pair before any pair has been judged: 24 pairs take ten minutes. */
export const usualPaceMs = 25_000;

const maxMinutes = 240;

/** Returns how many pairs fit into a round's minutes; undefined while the minutes are not a valid number. */
export function docketSizeOf({ minutes }: Pick<Asking, "minutes">): number | undefined {
  if (!/^[1-9]\d{0,2}$/.test(minutes.trim())) return undefined;
  const whole = Number(minutes);
  return whole > maxMinutes ? undefined : Math.floor((whole * 60_000) / usualPaceMs);
}

/** Returns the settings for judging as the log holds them. Requires that nothing is missing. */
export function askingSettings(
  asking: Asking,
): Omit<StudySettings["presentation"], "fields" | "chanceFormat"> {
  const { docket: by, minutes: _, ...modes } = asking;
  const docket: Docket = by === "everything" ? "everything" : { size: docketSizeOf(asking) ?? 1 };
  return { docket, ...modes };
}

export function askingProblems({ asking }: Pick<SettingsDraft, "asking">): Missing[] {
  if (asking.docket === "everything" || docketSizeOf(asking) !== undefined) return [];
  const message = t.minutesRange({ most: maxMinutes, value: asking.minutes.trim() });
  return [{ step: "settings", field: "asking.minutes", message }];
}
