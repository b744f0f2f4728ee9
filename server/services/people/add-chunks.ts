import type { PeopleChunks, PeopleRow } from "#server/files/people/people-tasks.ts";
import { decodeChunks } from "#server/files/reading/chunks.ts";
import type { App } from "#server/services/app/app.ts";
import type { JobProgress } from "#server/services/app/long-job.ts";
import { addChunk, type StagedImport } from "./stage-people.ts";

/**
 * Stores converted people, a chunk at a time.
 *
 * @param renew called after each chunk; throws once somebody else has taken over
 */
export async function addChunks(
  app: App,
  staged: StagedImport,
  { chunks, count, firstOrdinal }: PeopleChunks & { readonly firstOrdinal: number },
  renew: (progress: JobProgress) => Promise<void>,
): Promise<void> {
  for (const { rows, done } of decodeChunks<PeopleRow>(chunks)) {
    const people = rows.map(([features, identifiers, outcome]) => ({ features, identifiers, outcome }));
    await addChunk(app, staged, firstOrdinal + done - rows.length, people);
    await renew({ done, total: count });
  }
}
