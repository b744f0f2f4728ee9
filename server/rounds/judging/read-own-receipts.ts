import { listSealedBy } from "#db/queries/ballots.ts";
import type { App } from "#server/platform/app/app.ts";
import { parseVotes } from "#server/rounds/carried-annulments.ts";
import { countWitnesses } from "#server/studies/checkpoints/identity.ts";
import { requireStudy } from "#server/studies/settings.ts";
import { readOwnDevices } from "./seat-keys.ts";

/**
 * Lists every ballot that an auditor sealed in a study, newest first, with its log entry, and the devices that seal or
 * wait for a confirmation. The first ballot listed for each round is the one that counts.
 */
export async function readOwnReceipts(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const sealed = await listSealedBy(db, { studyId, accountId });
    return {
      witnessCount: await countWitnesses(db, studyId),
      ballots: sealed.map(({ votes, ...ballot }) => ({ ...ballot, votes: parseVotes(votes) })),
      ...(await readOwnDevices(db, study, accountId)),
    };
  });
}

export type OwnReceipts = Awaited<ReturnType<typeof readOwnReceipts>>;
