import { listSaveTimes } from "#db/queries/ballots.ts";
import { listJudgedRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { usualPaceMs } from "#server/study/asking.ts";
import { paceOf } from "./pace.ts";

export type PanelPace = {
  readonly msPerPair: number;
  /** Whether the figure was measured in this study; otherwise it is a typical one. */
  readonly isMeasured: boolean;
};

/** Number of rounds considered, since old rounds say little about the present panel. */
const roundsLookedAt = 4;

/**
 * Measures how long a pair takes the panel: the median over its seats, in the newest closed round with enough data. The
 * open round is not considered.
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
