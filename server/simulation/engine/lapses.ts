import type { Random } from "#server/learner/numeric/randomness.ts";

/**
 * How an auditor's answers differ from what the distance d_j says. The distance remains the auditor's actual opinion.
 *
 *   wrong      with this chance, for each ordered pair and round anew, the answer on an eligible pair is reversed
 *   overlooks  with this chance, for each ordered pair and round anew, the auditor does not look at the pair
 *   isHostile  flags exactly the eligible pairs whose first person has label 1 and whose second has 0
 */
export type Lapses = {
  readonly wrong?: number;
  readonly overlooks?: number;
  readonly isHostile?: boolean;
};

/** Which answers of a round lapse: [k²] each, 1 at i·k + l where they do; undefined for auditors that never lapse. */
export type DrawnLapses = {
  readonly turned: Uint8Array | undefined;
  readonly overlooked: Uint8Array | undefined;
};

/** Draws lapses, and no numbers for an auditor that never lapses, so that runs of other panels keep their streams. */
export function drawLapses(random: Random, { wrong = 0, overlooks = 0 }: Lapses, k: number): DrawnLapses {
  const marks = (chance: number) =>
    chance > 0 ? Uint8Array.from({ length: k * k }, () => (random.uniform() < chance ? 1 : 0)) : undefined;
  return { turned: marks(wrong), overlooked: marks(overlooks) };
}
