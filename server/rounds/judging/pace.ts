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
