import type { App } from "#server/platform/app/app.ts";
import { type Behind, listBehind } from "#server/platform/high-water-mark/refuse-behind.ts";
import { acceptLoss } from "./accept-loss.ts";
import { endAccess } from "./end-access.ts";
import { type Erasures, eraseAgain } from "./erase-again.ts";

/** What became of one study. */
export type Restored = Behind & Erasures;

/**
 * Makes a server whole again on a database that was put back: every study that is behind its mark says so in its log,
 * whoever was erased is erased again, and everybody has to sign in anew.
 */
export async function goOn(app: App): Promise<Restored[]> {
  const behind = await listBehind(app.store, app.marks);
  // first, so that no session of before is good for anything meanwhile
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

/** How many entries of a study are lost. */
function lostOf({ mark, seq }: Behind): number {
  return Math.max(0, mark.seq - seq);
}
