import type { StudySettings } from "#server/audit-log/entries.ts";
import type { Missing, SettingsDraft } from "#server/study/draft.ts";

type Asking = SettingsDraft["asking"];
type Docket = StudySettings["presentation"]["docket"];

/** What a pair takes an auditor as long as nobody has judged: 24 pairs are ten minutes. */
export const usualPaceMs = 25_000;

const mostMinutes = 240;

/** How many pairs fit into the minutes that a round may take; undefined as long as these are no such number. */
export function docketSizeOf({ minutes }: Pick<Asking, "minutes">): number | undefined {
  if (!/^[1-9]\d{0,2}$/.test(minutes.trim())) return undefined;
  const whole = Number(minutes);
  return whole > mostMinutes ? undefined : Math.floor((whole * 60_000) / usualPaceMs);
}

/** How auditors are asked, as the log has it. Only when nothing is missing. */
export function askingSettings(
  asking: Asking,
): Omit<StudySettings["presentation"], "fields" | "chanceFormat"> {
  const { docket: by, minutes: _, ...modes } = asking;
  const docket: Docket = by === "everything" ? "everything" : { size: docketSizeOf(asking) ?? 1 };
  return { docket, ...modes };
}

export function askingProblems({ asking }: Pick<SettingsDraft, "asking">): Missing[] {
  if (asking.docket === "everything" || docketSizeOf(asking) !== undefined) return [];
  const message = `Expected whole minutes from 1 to ${mostMinutes}, found “${asking.minutes.trim()}”.`;
  return [{ step: "settings", field: "asking.minutes", message }];
}
