import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats, listRounds } from "#db/queries/rounds.ts";
import { findSeatOf } from "#db/queries/seats.ts";
import type { App } from "../app.ts";
import { requireStudy } from "../studies/settings.ts";

/** The rounds on whose panel an auditor sits, newest first, with what the auditor still owes. */
export async function readMyRounds(app: App, { studyId, accountId }: { studyId: string; accountId: string }) {
  return app.store.read(async (db) => {
    const study = await requireStudy(db, studyId);
    const seatId = await findSeatOf(db, studyId, accountId);
    const rounds = [];
    for (const { number, state, deadlineAt, closedAt } of await listRounds(db, studyId)) {
      const panel = await listRoundSeats(db, studyId, number);
      if (!panel.some((place) => place.seatId === seatId)) continue;
      const seals = await listSealTimes(db, studyId, number);
      const sealedAt = seals.filter((seal) => seal.seatId === seatId).at(-1)?.sealedAt ?? null;
      rounds.push({ number, state, deadlineAt, closedAt, sealedAt });
    }
    return { studyName: study.name, rounds };
  });
}
