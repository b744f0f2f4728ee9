import { listSealedFrom } from "#db/queries/ballots.ts";
import { listPlacesOf } from "#db/queries/round-seats.ts";
import type { App } from "#server/platform/app/app.ts";
import { parseVotes } from "#server/rounds/carried-annulments.ts";
import { countWitnesses } from "#server/studies/checkpoints/identity.ts";
import { requireStudy } from "#server/studies/settings.ts";

/**
 * Lists every ballot that an auditor sealed in a study, newest first, with its log entry. The first one listed for each
 * round is the one that counts.
 */
export async function readOwnReceipts(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
) {
  return app.store.read(async (db) => {
    const { name } = await requireStudy(db, studyId);
    const places = await listPlacesOf(db, { studyId, accountId });
    const held = new Set(places.map(({ round, seatId }) => `${round}/${seatId}`));
    const seats = [...new Set(places.map(({ seatId }) => seatId))];
    const sealed = seats.length === 0 ? [] : await listSealedFrom(db, { studyId, seats });
    return {
      studyName: name,
      witnessCount: await countWitnesses(db, studyId),
      ballots: sealed
        .filter(({ round, seatId }) => held.has(`${round}/${seatId}`))
        .map(({ seatId: _, votes, ...ballot }) => ({ ...ballot, votes: parseVotes(votes) })),
    };
  });
}

export type OwnReceipts = Awaited<ReturnType<typeof readOwnReceipts>>;
