import {
  findCheckpoint,
  findEarliestCosignedSize,
  findNewestCosignature,
  listWitnessTroubles,
} from "#db/queries/checkpoints.ts";
import type { Reader } from "#db/store/store.ts";
import { beaconChainText } from "#server/audit-log/beacon-texts.ts";
import type { App } from "#server/platform/app/app.ts";
import { findGenesisEntry } from "#server/platform/app/genesis-entry.ts";
import { witnessProblemSchema } from "#server/platform/witnesses/ask.ts";
import { cosignedNote, findCheckpointNote } from "./checkpoint-note.ts";
import { findStudyCheckpoints, serverKeyText } from "./identity.ts";
import { isCheckpointDue } from "./keep-checkpoints.ts";
import { listHashes, tileWidth } from "./tree-hashes.ts";

/**
 * Reads the newest checkpoint with all cosignatures, as a file; undefined for a draft and for a study that does not
 * exist.
 */
export function readCheckpointNote(app: Pick<App, "store">, studyId: string): Promise<string | undefined> {
  return app.store.read((db) => findCheckpointNote(db, studyId));
}

/**
 * Finds the checkpoint over an entry that a witness cosigned first, with all cosignatures; null if no such checkpoint
 * was cosigned.
 */
export async function findEarliestCosigned(db: Reader, studyId: string, seq: number): Promise<string | null> {
  const size = await findEarliestCosignedSize(db, { studyId, size: seq });
  const checkpoint = size === undefined ? undefined : await findCheckpoint(db, studyId, size);
  return checkpoint === undefined ? null : cosignedNote(db, studyId, checkpoint);
}

/**
 * Reads the facts of the newest checkpoint that are visible to anyone with the study's id. Of the entries they contain
 * only who signs, and the beacon of the draws.
 */
export async function readNewestCheckpoint(app: Pick<App, "store" | "secrets">, studyId: string) {
  return app.store.read(async (db) => {
    const checkpoints = await findStudyCheckpoints(db, studyId);
    const newest = await findCheckpoint(db, studyId);
    if (checkpoints === undefined || newest === undefined) return null;
    const { origin, key } = checkpoints;
    const { size, root, signedAt } = newest;
    const witnesses = await readWitnessed(db, studyId, checkpoints.witnesses);
    const { beacon = null } = (await findGenesisEntry(db, studyId)) ?? {};
    return {
      ...{ origin, key, size, root, signedAt, witnesses, serverKey: serverKeyText(app) },
      /** As a person names it to a verifier; null: draws use none. */
      beacon: beacon && beaconChainText(beacon),
    };
  });
}

/** Reads the status of a study's checkpoints, for its operators and researchers. */
export async function readCheckpointStatus(app: App, studyId: string) {
  return app.store.read(async (db) => {
    const { witnesses = [] } = (await findStudyCheckpoints(db, studyId)) ?? {};
    const newest = await findCheckpoint(db, studyId);
    const troubles = await listWitnessTroubles(db, studyId);
    const seen = await readWitnessed(db, studyId, witnesses);
    return {
      newest:
        newest === undefined ? null : { size: newest.size, root: newest.root, signedAt: newest.signedAt },
      isDue: await isCheckpointDue(db, studyId),
      witnesses: seen.map(({ key, name, newest: cosigned }) => {
        const trouble = troubles.find(({ witness }) => witness === key);
        return {
          name,
          isNewest: cosigned !== null && cosigned.size === newest?.size,
          cosigned,
          /** The present problem and its first time; null: the last request succeeded. */
          trouble:
            trouble === undefined
              ? null
              : { problem: witnessProblemSchema.parse(JSON.parse(trouble.problem)), since: trouble.since },
          /** Whether this server still has the witness's address. */
          isAsked: app.witnesses.some((witness) => witness.key === key),
        };
      }),
    };
  });
}

async function readWitnessed(db: Reader, studyId: string, witnesses: readonly string[]) {
  const seen = [];
  for (const key of witnesses) {
    const newest = (await findNewestCosignature(db, { studyId, witness: key })) ?? null;
    seen.push({ key, name: key.slice(0, key.indexOf("+")), newest });
  }
  return seen;
}

/**
 * Reads the hashes of a tile of the newest checkpoint's tree; undefined beyond it, since entries without a checkpoint
 * are not shown.
 */
export function readTile(
  app: Pick<App, "store">,
  { studyId, level, number, width }: { studyId: string; level: number; number: number; width: number },
): Promise<string[] | undefined> {
  return app.store.read(async (db) => {
    const newest = await findCheckpoint(db, studyId);
    if (newest === undefined) return undefined;
    const hashCount = Math.floor(newest.size / tileWidth ** level);
    const from = number * tileWidth;
    if (from + width > hashCount) return undefined;
    return listHashes(db, { studyId, level, from, count: width });
  });
}
