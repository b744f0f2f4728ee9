import { listSaveTimes } from "#db/queries/ballots.ts";
import { listJudgedRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { usualPaceMs } from "#server/study/asking.ts";
import { paceOf } from "./pace.ts";

export type PanelPace = {
  readonly msPerPair: number;
  /** Whether a panel of this study took so long; else it is what is usual. */
  readonly isMeasured: boolean;
};

/** Rounds of long ago say little about a panel of now. */
const roundsLookedAt = 4;

/**
 * How long a pair takes the panel: the median over its seats, in the newest closed round that says one. What is going on in an
 * open round is not looked at.
 */
export async function panelPace(db: Reader, studyId: string): Promise<PanelPace> {
  for (const number of await listJudgedRounds(db, { studyId, limit: roundsLookedAt })) {
    const bySeat = Map.groupBy(await listSaveTimes(db, studyId, number), ({ seatId }) => seatId);
    const paces = [...bySeat.values()]
      .flatMap((saved) => paceOf(saved.map(({ savedAt }) => savedAt)) ?? [])
      .sort((a, b) => a - b);
    const median = paces[Math.floor(paces.length / 2)];
    if (median !== undefined) return { msPerPair: median, isMeasured: true };
  }
  return { msPerPair: usualPaceMs, isMeasured: false };
}
