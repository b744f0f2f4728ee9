import { listOverdueRounds, type RoundRow } from "#db/queries/rounds.ts";
import { closingGrace } from "#server/audit-log/closing.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { closeOnce } from "./close-round.ts";

/** The longest time for a close at the deadline, in milliseconds. */
export const closeLimit = 10 * 60_000;

/** Lists the rounds of all studies that are due to close automatically, a fixed time after their deadline. */
export function listDueRounds(app: App): Promise<{ studyId: string; round: number }[]> {
  return app.store.read((db) => listOverdueRounds(db, app.now() - closingGrace));
}

/**
 * Closes a round after its deadline, as its opening announced. It is closed once, even if several servers try, and late
 * if no server was running. A round whose deadline was extended meanwhile stays open.
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

function isDue({ closing, deadlineAt }: RoundRow, clock: number): boolean {
  return closing === "deadline" && deadlineAt !== null && deadlineAt + closingGrace <= clock;
}
