import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { findRound } from "#db/queries/rounds.ts";
import { closeReason } from "#server/log/closing.ts";
import type { App } from "#server/services/app/app.ts";

/** Whether closing an open round now takes their say from seats that could still seal. */
export async function closesEarly(
  app: App,
  { studyId, round: number }: { studyId: string; round: number },
): Promise<boolean> {
  return app.store.read(async (db) => {
    const round = await findRound(db, studyId, number);
    if (round?.state !== "open") return false;
    const panel = await listRoundSeats(db, studyId, number);
    const seats = seatsOf(panel, await listSealTimes(db, studyId, number));
    const somebodySits = seats.some(({ isRemoved }) => !isRemoved);
    return somebodySits && closeReason(round, seats, app.now()) === "operator";
  });
}

/** The panel of a round by place, as far as its closing asks. */
export function seatsOf(
  panel: readonly { readonly seatId: string; readonly unseatedAt: number | null }[],
  ballots: readonly { readonly seatId: string }[],
) {
  const sealed = new Set(ballots.map(({ seatId }) => seatId));
  return panel.map(({ seatId, unseatedAt }) => ({
    isRemoved: unseatedAt !== null,
    hasSealed: sealed.has(seatId),
  }));
}
