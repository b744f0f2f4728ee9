import { readDocket } from "#server/audit-log/docket.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import { type Queue, queueOf } from "#server/audit-log/queue-order.ts";
import { readTolerancePairs } from "#server/audit-log/tolerance-pairs.ts";
import type { Pair } from "#server/learner/panel/pairs.ts";
import { eligiblePairs } from "#server/learner/panel/panel.ts";

type QueuedRound = {
  readonly noiseSeed: string;
  readonly docket: string | null;
  readonly tolerancePairs: string | null;
};

/**
 * Returns the pairs of a round in the order in which one seat meets them: the docket first, then every other pair; or the
 * pairs for which the panel is asked for tolerances.
 *
 * @param people of the round, by position
 */
export function seatQueue(
  { noiseSeed, docket, tolerancePairs }: QueuedRound,
  people: readonly { readonly chance: string }[],
  { settings, seatId }: { readonly settings: StudySettings; readonly seatId: string },
): Queue<Pair> {
  const asked = readTolerancePairs(tolerancePairs);
  if (asked !== null) return { pairs: asked, docketCount: asked.length };
  const chances = people.map(({ chance }) => chance);
  const pairs = eligiblePairs(chances, settings.learner.alpha);
  return queueOf(pairs, readDocket(docket), { noiseSeed, seat: seatId });
}
