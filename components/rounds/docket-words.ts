import type { StudySettings } from "#server/audit-log/entries.ts";
import { formatCount, formatNumber } from "#server/format.ts";
import type { Outputs } from "#server/http/outputs.ts";

type Pace = Outputs["studies"]["read"]["pace"];

/** How auditors are asked about pairs, and how long a pair takes them. */
export type DocketAndPace = {
  readonly docket: StudySettings["presentation"]["docket"];
  readonly pace: Pace;
};

/** Describes a round before it opens: how many pairs each auditor will be asked about, and how long that takes. */
export function comingDocket({ docket, pace }: DocketAndPace, peopleCount: number): string {
  const most = (peopleCount * (peopleCount - 1)) / 2;
  const first = docket === "everything" ? most : Math.min(docket.size, most);
  const asked =
    docket === "everything"
      ? `Auditors are asked to look at every pair that can be judged: at most ${formatNumber(first)}`
      : `Of at most ${formatCount(most, "pair")} that can be judged, auditors are asked to look at up to ${formatNumber(first)} first`;
  return `${asked}, ${minutesOf(first, pace)} How many can be judged follows from the chances, which nobody sees before the round opens.`;
}

/** Describes how many pairs of a round can be judged, and how many of them are on the docket. */
export function docketSentence(
  { pairCount, docketCount }: { readonly pairCount: number; readonly docketCount: number },
  pace: Pace,
): string {
  const can = `${formatCount(pairCount, "pair")} can be judged`;
  if (docketCount === pairCount)
    return `${can}, and auditors are asked to look at all of them: ${minutesOf(docketCount, pace)}`;
  return `${can}; ${formatNumber(docketCount)} of them are on the docket, which auditors are asked to look at first: ${minutesOf(docketCount, pace)} The others stay within reach and count.`;
}

function minutesOf(pairCount: number, { msPerPair, isMeasured }: Pace): string {
  const minutes = Math.max(1, Math.round((pairCount * msPerPair) / 60_000));
  return `about ${formatCount(minutes, "minute")} for each, ${isMeasured ? "at the pace of your panel" : "at a usual pace"}.`;
}
