import { LRUCache } from "lru-cache";
import { findLastSeqOf } from "#db/queries/log.ts";
import { countClosedRounds, listClosedNumbers } from "#db/queries/rounds.ts";
import type { StudySettings } from "#server/audit-log/entries.ts";
import type { App } from "#server/platform/app/app.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { requireStudy, settingsOf } from "#server/studies/settings.ts";

/** A study's settings and its closed rounds. */
export type ClosedRounds = { readonly settings: StudySettings; readonly numbers: readonly number[] };

type Kept<Value> = LRUCache<string, { readonly key: string; readonly value: Promise<Value> }>;

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
  const kept: Kept<Value> = processWideOf(name, app.store, () => new LRUCache({ max: keptStudies }));
  const { key, known, closed } = await app.store.read(async (db) => {
    const settings = settingsOf(await requireStudy(db, studyId));
    const closedCount = await countClosedRounds(db, studyId);
    const key = `${closedCount}/${await findLastSeqOf(db, studyId, "person.erased")}`;
    const known = kept.get(studyId);
    if (known?.key === key) return { key, known: known.value };
    return { key, closed: { settings, numbers: await listClosedNumbers(db, studyId) } };
  });
  if (closed === undefined) return known;
  const value = compute(closed);
  kept.set(studyId, { key, value });
  value.catch(() => kept.delete(studyId));
  return value;
}
