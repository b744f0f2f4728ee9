import { findCheckpoint, listCosignatures } from "#db/queries/checkpoints.ts";
import type { Reader } from "#db/store/store.ts";

/** The newest checkpoint with all cosignatures; undefined for a draft and for no study. */
export async function findCheckpointNote(db: Reader, studyId: string): Promise<string | undefined> {
  const newest = await findCheckpoint(db, studyId);
  if (newest === undefined) return undefined;
  const cosigned = await listCosignatures(db, studyId, newest.size);
  return `${newest.note}${cosigned.map(({ line }) => line).join("")}`;
}
