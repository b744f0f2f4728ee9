import { docketOf } from "#server/audit-log/docket.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { FieldType } from "#server/audit-log/gower.ts";
import { queueOf } from "#server/audit-log/queue-order.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import type { Shown } from "#server/simulation/engine/panels.ts";
import type { ShownRound } from "#server/simulation/engine/run-spec.ts";

/**
 * Returns what synthetic auditors are shown of a round: the docket, as a study makes it from the same chances, cells
 * and seed, then every other pair, in an order of its own for each voice. They should judge the docket and no further
 * pairs.
 */
export function showingOf(
  docket: StudySettings["presentation"]["docket"],
  types: readonly FieldType[],
): (round: ShownRound) => Shown {
  return ({ eligible, chances, cells, noiseSeed }) => {
    const listed =
      docket === "everything"
        ? null
        : docketOf({ pairs: eligible, chances, cells, types, noiseSeed, size: docket.size });
    return {
      asked: listed?.map(([high, low]) => [high, low] as const) ?? eligible,
      queueOf: (voice) => queueOf(eligible, listed, { noiseSeed, seat: seatIdOf(voice + 1) }).pairs,
    };
  };
}
