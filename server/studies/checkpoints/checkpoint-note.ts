import { findCheckpoint, listCosignatures } from "#db/queries/checkpoints.ts";
import type { Reader } from "#db/store/store.ts";

/** Finds the newest checkpoint with all cosignatures; undefined for a draft and for a study that does not exist. */
export async function findCheckpointNote(db: Reader, studyId: string): Promise<string | undefined> {
  const newest = await findCheckpoint(db, studyId);
  return newest && cosignedNote(db, studyId, newest);
}

/** Returns the text of a study's checkpoint with all its cosignatures. */
export async function cosignedNote(
  db: Reader,
  studyId: string,
  { note, size }: { readonly note: string; readonly size: number },
): Promise<string> {
  const cosigned = await listCosignatures(db, studyId, size);
  return `${note}${cosigned.map(({ line }) => line).join("")}`;
}
