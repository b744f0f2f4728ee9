import { digestLeaf, featureDigest } from "#server/audit-log/features.ts";
import { joinCells } from "#server/audit-log/groups.ts";
import { emptyFrontier, frontierRoot, grown } from "#server/audit-log/tree/root.ts";
import type { App } from "#server/platform/app/app.ts";
import { type HeldJob, renewJob } from "#server/platform/app/job-lease.ts";
import type { PeopleChunks } from "#server/study/files/people/people-tasks.ts";
import { decodeChunks } from "#server/study/files/reading/chunks.ts";
import { insertChunk, type StagedImport } from "./stage-people.ts";

/**
 * Stores converted people. Each chunk is stored in one transaction with its progress.
 *
 * @returns the root over the digests of all of them, for the log
 * @throws DomainError "busy" once another process has taken over: the chunk is not stored in that case
 */
export async function addChunks(
  app: App,
  job: HeldJob,
  staged: StagedImport,
  { chunks, count, firstOrdinal }: PeopleChunks & { readonly firstOrdinal: number },
): Promise<string> {
  let tree = emptyFrontier;
  for (const { rows, done } of decodeChunks(chunks)) {
    const people = rows.map(([features, groups, identifiers, outcome]) => {
      const digestKey = app.newSecret();
      const digest = featureDigest(digestKey, joinCells({ features, groups }));
      return { features, groups, identifiers, outcome, digestKey, digest };
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
