import type { PeopleChunks, PeopleRow } from "#server/files/people/people-tasks.ts";
import { decodeChunks } from "#server/files/reading/chunks.ts";
import type { App } from "#server/services/app/app.ts";
import { type HeldJob, renewJob } from "#server/services/app/long-job.ts";
import { insertChunk, type StagedImport } from "./stage-people.ts";

/**
 * Stores converted people, a chunk and the word of it in one transaction.
 *
 * @throws DomainError "busy" once somebody else has taken over: then the chunk is not stored
 */
export async function addChunks(
  app: App,
  job: HeldJob,
  staged: StagedImport,
  { chunks, count, firstOrdinal }: PeopleChunks & { readonly firstOrdinal: number },
): Promise<void> {
  for (const { rows, done } of decodeChunks<PeopleRow>(chunks)) {
    const people = rows.map(([features, identifiers, outcome]) => {
      return { features, identifiers, outcome, digestKey: app.newSecret() };
    });
    const first = firstOrdinal + done - rows.length;
    await app.store.tx(async (tx) => {
      await renewJob(tx, job, { done, total: count }, app.now());
      await insertChunk(tx, staged, first, people);
    });
  }
}
