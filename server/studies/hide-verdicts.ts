import { hideVerdicts, listOpenPlacesOf } from "#db/queries/hidden.ts";
import { lockStudy } from "#db/queries/studies.ts";
import type { Tx } from "#db/store/store.ts";

/**
 * Hides from an account what it judged so far in open rounds, until they close: whoever sets its password by somebody
 * else's link may not be its owner. What was sealed counts as before, and can be replaced by judging anew.
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
