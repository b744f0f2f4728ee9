import type { App } from "#server/platform/app/app.ts";
import { type Behind, listBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { acceptLoss } from "./accept-loss.ts";
import { endAccess } from "./end-access.ts";
import { type Erasures, eraseAgain } from "./erase-again.ts";

/** The result of restoring one study. */
export type Restored = Behind & Erasures;

/**
 * Completes a restore: every study that is behind its high-water mark records that in its log, erased people are erased
 * again, and all users have to sign in again.
 */
export async function goOn(app: App): Promise<Restored[]> {
  const behind = await listBehind(app.store, app.marks);
  // first, so that no earlier session can be used in the meantime
  await endAccess(app, {
    studies: behind.length,
    entries: behind.reduce((sum, one) => sum + lostOf(one), 0),
  });
  const restored: Restored[] = [];
  for (const one of behind) {
    if (one.name === null) {
      await app.marks.retire(one.studyId);
      restored.push({ ...one, erased: [], waiting: [] });
      continue;
    }
    await acceptLoss(app, one);
    restored.push({ ...one, ...(await eraseAgain(app, one.studyId)) });
  }
  return restored;
}

/** Counts the lost entries of a study. */
function lostOf({ mark, seq }: Behind): number {
  return Math.max(0, mark.seq - seq);
}
