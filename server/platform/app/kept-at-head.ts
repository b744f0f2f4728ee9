import { LRUCache } from "lru-cache";
import type { StudyRow } from "#db/queries/studies.ts";
import type { Store } from "#db/store/store.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";

type Head = Pick<StudyRow, "id" | "headHash">;
type Kept<Value> = LRUCache<string, { readonly head: string; readonly value: Value }>;

const keptStudies = 1_000;

/**
 * Returns a value of each study that only a new entry of its log changes. It is kept in this process until there is one.
 *
 * @param name of the value; each has a cache of its own
 * @param studies their rows, of the snapshot from which the values are read, or older
 * @param read reads the values of those that are not kept, all at once
 */
export async function keptAtHead<Value>(
  store: Store,
  name: string,
  studies: readonly Head[],
  read: (studyIds: readonly string[]) => Promise<(studyId: string) => Value>,
): Promise<(studyId: string) => Value> {
  // One cache for each database, since a test runs several in one process.
  const kept: Kept<Value> = processWideOf(name, store, () => new LRUCache({ max: keptStudies }));
  const values = new Map<string, Value>();
  const missing: Head[] = [];
  for (const study of studies) {
    const known = kept.get(study.id);
    if (known?.head === study.headHash) values.set(study.id, known.value);
    else missing.push(study);
  }
  if (missing.length > 0) {
    const readValue = await read(missing.map(({ id }) => id));
    for (const { id, headHash } of missing) {
      const value = readValue(id);
      values.set(id, value);
      kept.set(id, { head: headHash, value });
    }
  }
  return (studyId) => values.get(studyId) as Value;
}
