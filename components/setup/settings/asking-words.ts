import * as t from "#messages/setupSettings.ts";
import { formatDuration } from "#server/format.ts";
import type { SettingsDraft } from "#server/study/draft.ts";

/** Questions in addition to a verdict. */
export const modes = ["lookFirst", "reasons", "notes", "repeat", "tolerance"] as const;

/** Describes what auditors are asked to look at, for the review. @param size the pairs of a docket, if known */
export function askingSentences(
  { asking }: Pick<SettingsDraft, "asking">,
  size: number | undefined,
): string[] {
  const first =
    asking.docket === "everything"
      ? t.reviewEverything()
      : t.reviewDocket({ size: size ?? 0, time: formatDuration(Number(asking.minutes)) });
  return [first, ...modes.filter((mode) => asking[mode]).map((mode) => t.modeReview({ mode }))];
}
