import { listSealTimes } from "#db/queries/ballots.ts";
import { listRoundSeats, replaceRoundSeat } from "#db/queries/round-seats.ts";
import { findOpenRound, type RoundRow } from "#db/queries/rounds.ts";
import { endSeat, listSeats } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import { isOrdered, nextSeat } from "#server/audit-log/panel-selection.ts";
import { DomainError } from "#server/errors.ts";
import type { StudyWriter } from "#server/platform/app/study-writer.ts";
import { readRoundPanel } from "./round-panel.ts";

/** A seat's place on the panel of the round that is not over. */
export type OpenPlace = { readonly round: RoundRow; readonly place: number };

/**
 * Ends a seat. Ballots sealed from it in closed rounds stay.
 *
 * @returns its place in the open round, which is empty now; null if it has none
 * @throws DomainError "ballots-sealed": a change of a panel that has begun to judge could choose its verdict
 */
export async function leaveSeat(writer: StudyWriter, seatId: string): Promise<OpenPlace | null> {
  const { tx, study, now, append } = writer;
  const held = await findPlace(writer, seatId);
  if (held?.isFixed) {
    throw new DomainError("ballots-sealed", t.panelIsFixed({ round: held.round.number }));
  }
  await endSeat(tx, study.id, seatId, now);
  append("seat.removed", { seat: seatId });
  // A round that is closing is not judged any more, so its place is not filled.
  return held?.round.state === "open" ? held : null;
}

/** Finds a seat's place in the round that is not over, and whether a ballot of that round is sealed. */
async function findPlace({ tx, study }: StudyWriter, seatId: string) {
  const round = await findOpenRound(tx, study.id);
  if (round === undefined) return null;
  const panel = await listRoundSeats(tx, study.id, round.number);
  const place = panel.find((seat) => seat.seatId === seatId)?.place;
  if (place === undefined) return null;
  return { round, place, isFixed: (await listSealTimes(tx, study.id, round.number)).length > 0 };
}

/**
 * Gives the place of a seat that has begun to rest to the next seat of the round's order. The seat keeps its place if
 * the round has no order, is closing or has a sealed ballot.
 */
export async function leavePlace(writer: StudyWriter, seatId: string): Promise<void> {
  const held = await findPlace(writer, seatId);
  if (held?.round.state === "open" && !held.isFixed) await passPlace(writer, held);
}

/**
 * Gives a place of a panel that was chosen by lot or rotation to the next seat of that order that keeps the quotas. The place stays as it is
 * where none is left.
 *
 * @returns whether the panel has an order, so that no one else may take the place
 */
export async function passPlace(writer: StudyWriter, held: OpenPlace): Promise<boolean> {
  const { tx, study } = writer;
  const chosen = readRoundPanel(held.round.panelChosen);
  if (!isOrdered(chosen.how)) return false;
  const panel = await listRoundSeats(tx, study.id, held.round.number);
  const free = new Set(
    (await listSeats(tx, study.id)).filter(({ restReason }) => restReason === null).map(({ id }) => id),
  );
  for (const { seatId } of panel) free.delete(seatId);
  const places = panel.toSorted((a, b) => a.place - b.place).map(({ seatId }) => seatId);
  const next = nextSeat(chosen, { panel: places, place: held.place }, (seat) => free.has(seat));
  if (next !== undefined) await takePlace(writer, held, next);
  return true;
}

/** Gives a seat the place that another one left in the open round. */
export async function takePlace(
  { tx, study, append }: StudyWriter,
  { round: { number: round }, place }: OpenPlace,
  seatId: string,
): Promise<void> {
  await replaceRoundSeat(tx, { studyId: study.id, round, place, seatId });
  append("round.seat-replaced", { round, place, seat: seatId });
}
