import { findRound, type RoundRow } from "#db/queries/rounds.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { closeReasons, isAsAnnounced } from "#server/audit-log/closing.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import type { Appended } from "#server/platform/app/study-writer.ts";

/** The receipt of a round's end: the same bytes on every retry. */
export type RoundEndReceipt = Appended & { readonly study: string; readonly round: number };

export async function hasRound(app: App, studyId: string, number: number): Promise<boolean> {
  return (await app.store.read((db) => findRound(db, studyId, number))) !== undefined;
}

type Due = { readonly number: number; readonly deadlineAt: number | null };

/** Orders rounds by their deadlines, the earliest first; rounds without one are last. */
export function byDeadline(a: Due, b: Due): number {
  const [first = 0, second = 0] = [a, b].map(({ deadlineAt }) => deadlineAt ?? Number.MAX_SAFE_INTEGER);
  return first - second || a.number - b.number;
}

/** Reads a round. @throws DomainError "not-found" */
export async function requireRound(db: Reader, studyId: string, number: number): Promise<RoundRow> {
  const round = await findRound(db, studyId, number);
  if (round === undefined) throw new DomainError("not-found", t.roundUnknown({ round: number }));
  return round;
}

/**
 * Returns the receipt by the entry that ended the ballots: for a draw that awaited its number, the entry that froze
 * them.
 */
export function endReceipt(study: string, round: RoundRow): RoundEndReceipt {
  const { number } = round;
  const seq = round.closingSeq ?? round.closedSeq;
  const hash = round.closingHash ?? round.closedHash;
  const at = round.closingAt ?? round.closedAt;
  if (seq === null || hash === null || at === null)
    throw new Error(`round ${number} of ${study} has not ended`);
  return { study, round: number, seq, hash, at };
}

/** Whether a round was closed differently from its opening's announcement; false as long as it is open. */
export function hasClosedOtherwise({ state, closing, closeReason: said }: RoundRow): boolean {
  const reason = closeReasons.find((word) => word === said);
  return (
    (state === "closing" || state === "closed") && reason !== undefined && !isAsAnnounced(closing, reason)
  );
}
