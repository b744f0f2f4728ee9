import * as t from "#messages/rounds.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { formatDuration } from "#server/format.ts";
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
  const isAll = first === most;
  return t.comingPairs({ isAll, most, first, ...timeFor(first, pace) });
}

/** Describes how many pairs of a round can be judged, and how many of them are on the docket. */
export function docketSentence(
  { pairCount, docketCount }: { readonly pairCount: number; readonly docketCount: number },
  pace: Pace,
): string {
  const isAll = docketCount === pairCount;
  return t.pairsToJudge({ isAll, pairs: pairCount, first: docketCount, ...timeFor(docketCount, pace) });
}

function timeFor(pairCount: number, { msPerPair, isMeasured }: Pace) {
  return { time: formatDuration((pairCount * msPerPair) / 60_000), isMeasured };
}
