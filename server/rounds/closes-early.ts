import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats } from "#db/queries/round-seats.ts";
import { findRound } from "#db/queries/rounds.ts";
import * as t from "#messages/refusals.ts";
import { type CloseReason, closeReason } from "#server/audit-log/closing.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";

/** Whether closing an open round now excludes seats that could still seal. */
export async function closesEarly(
  app: App,
  { studyId, round: number }: { studyId: string; round: number },
): Promise<boolean> {
  return app.store.read(async (db) => {
    const round = await findRound(db, studyId, number);
    if (round?.state !== "open") return false;
    const panel = await listRoundSeats(db, studyId, number);
    const seats = seatsThatCount(panel, await listSealTimes(db, studyId, number));
    const hasActiveSeat = seats.some(({ isRemoved }) => !isRemoved);
    return hasActiveSeat && closeReason(round, seats, app.now()) === "operator";
  });
}

type Seats = Parameters<typeof closeReason>[1];

/**
 * Returns why a round that is closed now closes, by the time that its entry will carry.
 *
 * @throws DomainError "clock-behind" if that time is past the deadline and the clock is not: the log would claim that
 *   sealing was no longer possible
 */
export function reasonNow(
  { now, clock }: Pick<StudyWriter, "now" | "clock">,
  round: Parameters<typeof closeReason>[0],
  seats: Seats,
): CloseReason {
  const reason = closeReason(round, seats, now);
  if (reason === closeReason(round, seats, clock)) return reason;
  throw new DomainError("clock-behind", t.clockWasAhead());
}

/** Returns the panel of a round by place, with the facts that a close needs. */
export function seatsThatCount(
  panel: readonly { readonly seatId: string; readonly unseatedAt: number | null }[],
  ballots: readonly { readonly seatId: string }[],
) {
  const sealed = new Set(ballots.map(({ seatId }) => seatId));
  return panel.map(({ seatId, unseatedAt }) => ({
    isRemoved: unseatedAt !== null,
    hasSealed: sealed.has(seatId),
  }));
}
