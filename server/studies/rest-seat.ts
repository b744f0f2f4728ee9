import { updateSeat } from "#db/queries/seats.ts";
import * as t from "#messages/refusals.ts";
import type { RestReason } from "#server/audit-log/panel-ways.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { leavePlaces } from "./leave-seat.ts";
import { requireSeatInUse } from "./seats.ts";

type SeatRef = { readonly studyId: string; readonly seatId: string };

/**
 * Keeps a seat off all panels until it returns. The auditor keeps the seat, its name in the log and its keys. On the
 * panels of open rounds without a ballot the next seat of the lot or rotation takes its place; otherwise the seat
 * stays on the panel.
 *
 * @throws DomainError "not-found" for a seat that is not in use; "seat-resting"; "study-ended"
 */
export function restSeat(
  app: App,
  { studyId, seatId, reason }: SeatRef & { readonly reason: RestReason },
): Promise<void> {
  return writeStudy(app, studyId, async (writer) => {
    if ((await requireSeatInUse(writer, seatId)).restReason !== null) {
      throw new DomainError("seat-resting", t.seatRests({ seat: seatId }));
    }
    await updateSeat(writer.tx, { studyId, id: seatId }, { restReason: reason });
    writer.append("seat.rested", { seat: seatId, reason });
    await leavePlaces(writer, seatId);
  });
}

/**
 * Ends a seat's rest: it can be on the panel of the next opening.
 *
 * @throws DomainError "not-found" for a seat that is not in use; "seat-not-resting"; "study-ended"
 */
export function returnSeat(app: App, { studyId, seatId }: SeatRef): Promise<void> {
  return writeStudy(app, studyId, async (writer) => {
    if ((await requireSeatInUse(writer, seatId)).restReason === null) {
      throw new DomainError("seat-not-resting", t.seatDoesNotRest({ seat: seatId }));
    }
    await updateSeat(writer.tx, { studyId, id: seatId }, { restReason: null });
    writer.append("seat.returned", { seat: seatId });
  });
}
