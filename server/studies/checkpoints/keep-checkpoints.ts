import { LRUCache } from "lru-cache";
import { findCheckpoint } from "#db/queries/checkpoints.ts";
import { listPublishedStudies } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import type { App } from "#server/platform/app/app.ts";
import { markFact } from "#server/platform/high-water-mark/record-marks.ts";
import { processWideOf } from "#server/platform/process/process-wide.ts";
import { findCheckpointNote } from "./checkpoint-note.ts";
import { cosignNewest } from "./cosign.ts";
import { findStudyCheckpoints } from "./identity.ts";
import { makeCheckpoint, nextSize } from "./make-checkpoint.ts";

/** The longest time for making a checkpoint and requesting its cosignatures, in milliseconds. */
export const checkpointLimit = 5 * 60_000;

/** Whether the log has entries that the next checkpoint could cover and the newest one does not. */
export async function isCheckpointDue(db: Reader, studyId: string): Promise<boolean> {
  if ((await findStudyCheckpoints(db, studyId)) === undefined) return false;
  const covered = (await findCheckpoint(db, studyId))?.size ?? 0;
  return covered < (await nextSize(db, studyId));
}

/**
 * Makes the checkpoint that is due. Has the newest one cosigned by every witness of the study that this server is
 * configured for.
 *
 * @returns how long to wait before retrying; null if all is done
 */
export async function keepCheckpoints(app: App, studyId: string): Promise<number | null> {
  if (await app.store.read((db) => isCheckpointDue(db, studyId))) await makeCheckpoint(app, studyId);
  const checkpoints = await app.store.read((db) => findStudyCheckpoints(db, studyId));
  const asked = app.witnesses.filter(({ key }) => checkpoints?.witnesses.includes(key));
  const waits = await Promise.all(asked.map((witness) => cosignNewest(app, studyId, witness)));
  await noteNewest(app, studyId);
  return waits.reduce(
    (least, wait) => (least === null || (wait !== null && wait < least) ? wait : least),
    null,
  );
}

/** Lists the studies that need {@link keepCheckpoints}: for a checkpoint or for a cosignature. */
export async function listUncovered(app: App): Promise<{ studyId: string }[]> {
  const studies = await app.store.read(listPublishedStudies);
  const due = [];
  for (const studyId of studies) {
    if (app.witnesses.length > 0 || (await app.store.read((db) => isCheckpointDue(db, studyId))))
      due.push({ studyId });
  }
  return due;
}

/** Newest recorded note of each study. A study that has dropped out of the cache is recorded once more. */
const emptyNoted = () => new LRUCache<string, string>({ max: 10_000 });

/** Records the newest signed and cosigned checkpoint outside the database, once. */
async function noteNewest(app: App, studyId: string): Promise<void> {
  const { note, size } = await app.store.read(async (db) => ({
    note: await findCheckpointNote(db, studyId),
    size: (await findCheckpoint(db, studyId))?.size ?? 0,
  }));
  const known = processWideOf("noted-checkpoints", app, emptyNoted);
  if (note === undefined || known.get(studyId) === note) return;
  await markFact(app, studyId, { checkpoint: note, size });
  known.set(studyId, note);
}
