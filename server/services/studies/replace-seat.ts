import { findAccountByEmail } from "#db/queries/panel.ts";
import { listRoundSeats, replaceRoundSeat } from "#db/queries/round-seats.ts";
import { findOpenRound } from "#db/queries/rounds.ts";
import { endSeat, findSeatOf, insertSeat, listSeats } from "#db/queries/seats.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/services/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/services/app/study-writer.ts";
import { joinStudy } from "./join-study.ts";
import { nextSeatId } from "./seats.ts";
import { refuseEnded } from "./settings.ts";

/**
 * Puts somebody else on a seat, in the open round too if the seat is on its panel. What the one before sealed in closed
 * rounds stays; in the open round it no longer counts and is never opened.
 *
 * @throws DomainError "not-found" for a seat that is not in use or an address nobody has; "role-conflict";
 *   "bad-input" for somebody who holds a seat already; "study-ended"
 */
export function replaceSeat(
  app: App,
  { studyId, seatId, email }: { studyId: string; seatId: string; email: string },
): Promise<{ seatId: string }> {
  return writeStudy(app, studyId, async (writer) => {
    const { tx, study, now, append } = writer;
    refuseEnded(study);
    const seats = await listSeats(tx, studyId);
    if (!seats.some((seat) => seat.id === seatId))
      throw new DomainError("not-found", `Seat ${seatId} is not in use.`);
    const account = await findAccountByEmail(tx, email);
    if (account === undefined || account.suspendedAt !== null) throw unknownAddress();
    await joinStudy(tx, { studyId, accountId: account.id, role: "auditor", now });
    if ((await findSeatOf(tx, studyId, account.id)) !== undefined) throw seatedAlready();
    const next = await nextSeatId(tx, studyId);
    await endSeat(tx, studyId, seatId, now);
    await insertSeat(tx, { studyId, id: next, accountId: account.id, replacesSeatId: seatId, seatedAt: now });
    append("seat.removed", { seat: seatId });
    append("seat.added", { seat: next, replaces: seatId });
    await replaceInOpenRound(writer, seatId, next);
    return { seatId: next };
  });
}

async function replaceInOpenRound(
  { tx, study, append }: StudyWriter,
  from: string,
  to: string,
): Promise<void> {
  const round = await findOpenRound(tx, study.id);
  if (round === undefined) return;
  const panel = await listRoundSeats(tx, study.id, round.number);
  const place = panel.find((seat) => seat.seatId === from)?.place;
  if (place === undefined) return;
  await replaceRoundSeat(tx, { studyId: study.id, round: round.number, place, seatId: to });
  append("round.seat-replaced", { round: round.number, place, seat: to });
}

function unknownAddress(): DomainError {
  const message = "Nobody with this e-mail address has an account here: invite them first.";
  return new DomainError("not-found", message, [{ field: "email", message }]);
}

function seatedAlready(): DomainError {
  const message = "This person holds another seat of the panel already.";
  return new DomainError("bad-input", message, [{ field: "email", message }]);
}
