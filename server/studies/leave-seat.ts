import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats, replaceRoundSeat } from "#db/queries/round-seats.ts";
import { findOpenRound } from "#db/queries/rounds.ts";
import { endSeat } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import { DomainError } from "#server/errors.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";

/** A seat's place on the panel of the open round. */
export type OpenPlace = { readonly round: number; readonly place: number };

/**
 * Ends a seat. Ballots sealed from it in closed rounds stay.
 *
 * @returns its place in the open round, which is empty now; null if it has none
 * @throws DomainError "ballots-sealed": a change of a panel that has begun to judge could choose its verdict
 */
export async function leaveSeat(
  { tx, study, now, append }: StudyWriter,
  seatId: string,
): Promise<OpenPlace | null> {
  const round = await findOpenRound(tx, study.id);
  const panel = round === undefined ? [] : await listRoundSeats(tx, study.id, round.number);
  const place = panel.find((seat) => seat.seatId === seatId)?.place;
  const open = round === undefined || place === undefined ? null : { round: round.number, place };
  if (open !== null && (await listSealTimes(tx, study.id, open.round)).length > 0) {
    throw new DomainError("ballots-sealed", t.panelIsFixed({ round: open.round }));
  }
  await endSeat(tx, study.id, seatId, now);
  append("seat.removed", { seat: seatId });
  // A round that is closing is not judged any more, so its place is not filled.
  return round?.state === "open" ? open : null;
}

/** Gives a new seat the place that another one left in the open round. */
export async function takePlace(
  { tx, study, append }: StudyWriter,
  { round, place }: OpenPlace,
  seatId: string,
): Promise<void> {
  await replaceRoundSeat(tx, { studyId: study.id, round, place, seatId });
  append("round.seat-replaced", { round, place, seat: seatId });
}
