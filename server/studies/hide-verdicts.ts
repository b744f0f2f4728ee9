import { hideVerdicts, listOpenPlacesOf } from "#db/queries/hidden.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";

/**
 * Hides an account's verdicts in open rounds from it until they close. A person who sets its password by a link from
 * someone else may not be its owner. Sealed ballots count as before, and can be replaced by judging again.
 */
export async function hideOpenVerdicts(
  tx: Tx,
  { accountId, now }: { accountId: string; now: number },
): Promise<void> {
  for (const place of await listOpenPlacesOf(tx, accountId)) {
    // A seal of the same seat comes wholly before or wholly after.
    await lockStudy(tx, place.studyId);
    await hideVerdicts(tx, place, now);
  }
}
