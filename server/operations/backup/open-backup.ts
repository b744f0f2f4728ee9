import { openCopy, type StoreLocation } from "#db/copy.ts";
import { listPublishedStudies } from "#db/queries/studies.ts";
import type { Store } from "#db/store/store.ts";
import { readManifest } from "./manifest.ts";

export type OpenBackup = {
  readonly store: Store;
  readonly studies: readonly string[];
  readonly close: () => Promise<void>;
};

/**
 * Restores a backup to another place and opens it.
 *
 * @returns null if this server has no permission to: then only the contents were listed
 * @throws Error, StoreError with a sentence, if it cannot be restored
 */
export async function openBackup(location: StoreLocation, path: string): Promise<OpenBackup | null> {
  const { database } = await readManifest(path);
  const opened = await openCopy(location, path, database);
  if (opened === null) return null;
  return { ...opened, studies: await opened.store.read(listPublishedStudies) };
}
