import { LRUCache } from "lru-cache";
import { findLastSeqOf } from "#db/queries/log.ts";
import { countClosedRounds, listClosedNumbers } from "#db/queries/rounds.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { madeOnce, processWideOf } from "#server/platform/process/process-wide.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

export type ClosedRounds = { readonly settings: StudySettings; readonly numbers: readonly number[] };

const keptStudies = 50;

/**
 * Computes a value from a study's closed rounds. It is kept in this process, since only another close or an erasure
 * changes it.
 *
 * @param name of the value; each has a cache of its own
 */
export async function keptUntilClose<Value>(
  app: App,
  studyId: string,
  name: string,
  compute: (closed: ClosedRounds) => Promise<Value>,
): Promise<Value> {
  // One cache for each database, since a test runs several in one process.
  const kept = processWideOf(
    name,
    app.store,
    () => new LRUCache<string, Promise<Value>>({ max: keptStudies }),
  );
  const key = await app.store.read(async (db) => {
    const closedCount = await countClosedRounds(db, studyId);
    return `${studyId} ${closedCount}/${await findLastSeqOf(db, studyId, "person.erased")}`;
  });
  return madeOnce(kept, key, async () => {
    const closed = await app.store.read(async (db) => ({
      settings: settingsOf(await requireStudy(db, studyId)),
      numbers: await listClosedNumbers(db, studyId),
    }));
    return compute(closed);
  });
}
