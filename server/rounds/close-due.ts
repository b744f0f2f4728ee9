import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats, listRoundsToClose } from "#db/queries/round-seats.ts";
import type { RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import { countingBallots } from "#server/audit-log/ballots.ts";
import { closingGrace, closingTime, sealedGrace } from "#server/audit-log/closing.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { closeOnce } from "./close-round.ts";

/** The longest time for an automatic close, in milliseconds. */
export const closeLimit = 10 * 60_000;

/** Lists the rounds of all studies that are due to close automatically. */
export function listDueRounds(app: App): Promise<{ studyId: string; round: number }[]> {
  const now = app.now();
  return app.store.read((db) =>
    listRoundsToClose(db, { deadlineBy: now - closingGrace, sealedBy: now - sealedGrace }),
  );
}

/** Lists the seats of a round's panel by place, with the times of their last ballots. */
export async function listPanel(db: Reader, studyId: string, { number, closedAt }: RoundRow) {
  const places = await listRoundSeats(db, studyId, number);
  const seats = places.map(({ seatId }) => seatId);
  const counting = countingBallots(seats, await listSealTimes(db, studyId, number));
  return places.map(({ seatId, unseatedAt }, place) => ({
    seatId,
    sealedAt: counting[place]?.sealedAt ?? null,
    /** Whether the seat ended before the round was over. */
    isRemoved: unseatedAt !== null && (closedAt === null || unseatedAt < closedAt),
  }));
}

/**
 * Closes a round after its deadline, or after all have sealed, as its opening announced. It is closed once, even if
 * several servers try, and late if no server was running. A round that is not due any more stays open: its deadline was
 * extended, or a ballot was replaced.
 *
 * @returns whether this call ended its ballots
 * @throws DomainError as a manual close
 */
export async function closeDueRound(app: App, key: { studyId: string; round: number }): Promise<boolean> {
  try {
    return (await closeOnce(app, key, isDue)).isNew;
  } catch (error) {
    const isOver = isDomainError(error) && ["round-not-open", "round-closed"].includes(error.code);
    if (isOver) return false;
    throw error;
  }
}

async function isDue({ tx, study, clock }: StudyWriter, round: RoundRow): Promise<boolean> {
  const at = closingTime(round, await listPanel(tx, study.id, round));
  return at !== null && at <= clock;
}
