import * as t from "#messages/cancelledRounds.ts";

/** Counts of a study's cancelled rounds, as a sentence; nothing where there is none. */
export function CancelledRounds(counts: { rounds: number; ballots: number; reopened: number }) {
  if (counts.rounds === 0) return null;
  return <p className="mt-4 max-w-measure text-sm text-ink-2">{t.counted(counts)}</p>;
}
