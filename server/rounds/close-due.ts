import { listOverdueRounds, type RoundRow } from "#db/queries/rounds.ts";
import { closingGrace } from "#server/audit-log/closing.ts";
import { isDomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { closeOnce } from "./close-round.ts";

/** The rounds of all studies whose deadline passed so long ago that they close by themselves now. */
export function listDueRounds(app: App): Promise<{ studyId: string; round: number }[]> {
  return app.store.read((db) => listOverdueRounds(db, app.now() - closingGrace));
}

/**
 * Closes a round whose deadline has passed as it was announced, once however many servers are at it; late where none was
 * up. A round that was given more time meanwhile stays open.
 *
 * @returns whether this call ended its ballots
 * @throws DomainError as a close by hand
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
