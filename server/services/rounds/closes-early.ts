import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { findRound } from "#db/queries/rounds.ts";
import type { App } from "#server/services/app/app.ts";

/** Whether closing an open round now takes their say from seats that could still seal. */
export async function closesEarly(
  app: App,
  { studyId, round: number }: { studyId: string; round: number },
): Promise<boolean> {
  return app.store.read(async (db) => {
    const round = await findRound(db, studyId, number);
    if (round?.state !== "open") return false;
    if (round.deadlineAt !== null && round.deadlineAt <= app.now()) return false;
    const seats = await listRoundSeats(db, studyId, number);
    const sealed = new Set((await listSealTimes(db, studyId, number)).map(({ seatId }) => seatId));
    return seats.some(({ seatId, unseatedAt }) => unseatedAt === null && !sealed.has(seatId));
  });
}
