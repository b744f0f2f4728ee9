import {
  findLastOrdinal,
  findUnfinishedImport,
  insertImport,
  insertPeople,
  removeImport,
} from "#db/queries/imports.ts";
import type { Tx } from "#db/store/store.ts";
import { canonicalJson } from "#server/audit-log/canonical.ts";
import { personIdOf } from "#server/audit-log/pseudonyms.ts";
import type { App } from "#server/platform/app/app.ts";

/** People are stored in chunks under an import that counts only once its log entry is written (docs/decisions/0004). */

export const chunkSize = 200;

export type StagedImport = {
  readonly studyId: string;
  readonly importId: string;
  readonly fileHash: string;
  readonly count: number;
};

export type StagedRow = {
  readonly features: readonly (string | null)[];
  readonly groups: readonly (string | null)[];
  readonly identifiers: readonly (string | null)[];
  readonly outcome: "yes" | "no" | null;
  /** Salts the digest of the features in the log. */
  readonly digestKey: string;
  readonly digest: string;
};

/**
 * Registers the import in a transaction that has locked the study. Only the holder of a job imports, so an unfinished
 * import of another one is abandoned and is deleted.
 *
 * @returns the number of the first person
 */
export async function beginImport(
  tx: Tx,
  { studyId, importId, fileHash, count }: StagedImport,
  now: number,
): Promise<number> {
  const unfinished = await findUnfinishedImport(tx, studyId);
  if (unfinished !== undefined) await removeImport(tx, studyId, unfinished.id);
  const firstOrdinal = (await findLastOrdinal(tx, studyId)) + 1;
  const row = { studyId, id: importId, fileHash, firstOrdinal, rowCount: count, startedAt: now };
  await insertImport(tx, row);
  return firstOrdinal;
}

export async function insertChunk(
  tx: Tx,
  { studyId, importId }: StagedImport,
  firstOrdinal: number,
  people: readonly StagedRow[],
): Promise<void> {
  const rows = people.map(({ digest }, index) => ({
    studyId,
    id: personIdOf(firstOrdinal + index),
    importId,
    ordinal: firstOrdinal + index,
    digest,
  }));
  const data = people.map(({ features, groups, identifiers, digestKey }, index) => ({
    studyId,
    personId: personIdOf(firstOrdinal + index),
    digestKey,
    features: canonicalJson(features),
    groups: canonicalJson(groups),
    identifiers: canonicalJson(identifiers),
  }));
  const outcomes = people.flatMap(({ outcome }, index) =>
    outcome === null ? [] : [{ studyId, personId: personIdOf(firstOrdinal + index), value: outcome }],
  );
  await insertPeople(tx, { rows, data, outcomes });
}

/** Deletes an unfinished import. A finished one stays: only the report of its success was lost. */
export function abandonImport(app: App, { studyId, importId }: StagedImport): Promise<void> {
  return app.store.tx(async (tx) => {
    const unfinished = await findUnfinishedImport(tx, studyId);
    if (unfinished?.id === importId) await removeImport(tx, studyId, importId);
  });
}
