import { digestLeaf, featureDigest } from "#server/audit-log/features.ts";
import { emptyFrontier, frontierRoot, grown } from "#server/audit-log/tree/root.ts";
import type { App } from "#server/platform/app/app.ts";
import { type HeldJob, renewJob } from "#server/platform/app/job-lease.ts";
import type { PeopleChunks } from "#server/study/files/people/people-tasks.ts";
import { decodeChunks } from "#server/study/files/reading/chunks.ts";
import { insertChunk, type StagedImport } from "./stage-people.ts";

/**
 * Stores converted people, a chunk and the word of it in one transaction.
 *
 * @returns the root over the digests of all of them, for the log
 * @throws DomainError "busy" once somebody else has taken over: then the chunk is not stored
 */
export async function addChunks(
  app: App,
  job: HeldJob,
  staged: StagedImport,
  { chunks, count, firstOrdinal }: PeopleChunks & { readonly firstOrdinal: number },
): Promise<string> {
  let tree = emptyFrontier;
  for (const { rows, done } of decodeChunks(chunks)) {
    const people = rows.map(([features, identifiers, outcome]) => {
      const digestKey = app.newSecret();
      return { features, identifiers, outcome, digestKey, digest: featureDigest(digestKey, features) };
    });
    const first = firstOrdinal + done - rows.length;
    await app.store.tx(async (tx) => {
      await renewJob(tx, job, { done, total: count }, app);
      await insertChunk(tx, staged, first, people);
    });
    tree = grown(
      tree,
      people.map(({ digest }) => digestLeaf(digest)),
    );
  }
  return frontierRoot(tree);
}
