import { listSaveTimes } from "#db/queries/ballots.ts";
import { listJudgedRounds } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { usualPaceMs } from "#server/study/asking.ts";

/** A longer pause counts as an interruption. */
const LONGEST_PAUSE_MS = 3 * 60_000;
const FEWEST_PAUSES = 4;

/** Returns the time of the last saved verdict; null if none was saved. */
export function lastSaved(savedAt: readonly number[]): number | null {
  return savedAt.length === 0 ? null : savedAt.reduce((last, at) => Math.max(last, at));
}

/**
 * Measures how long one pair takes this auditor: the median time between two saved verdicts.
 *
 * @param savedAt when each verdict was saved, in any order; several at once count as one sitting
 * @returns milliseconds; undefined as long as there is too little data
 */
export function paceOf(savedAt: readonly number[]): number | undefined {
  const times = [...savedAt].sort((a, b) => a - b);
  const pauses = times
    .slice(1)
    .map((time, index) => time - (times[index] ?? time))
    .filter((pause) => pause > 0 && pause <= LONGEST_PAUSE_MS)
    .sort((a, b) => a - b);
  return pauses.length < FEWEST_PAUSES ? undefined : pauses[Math.floor(pauses.length / 2)];
}

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
