import { updateMembership } from "#db/queries/seats.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { leaveSeat, passPlace, takePlace } from "./leave-seat.ts";
import { addSeat, requireSeatInUse, requireSeatless } from "./seats.ts";

/**
 * Replaces an auditor's seat with a seat for an auditor who waits for one, in open rounds too as long as no ballot
 * was sealed in them. There the place goes to the next of the lot or rotation, if the panel was chosen so. The replaced
 * auditor keeps the ballots sealed in closed rounds, and nothing else of the study.
 *
 * @throws DomainError "not-found" for a seat that is not in use; "forbidden" unless the account is an auditor without a
 *   seat; "ballots-sealed"; "study-ended"
 */
export function replaceSeat(
  app: App,
  by: string,
  { studyId, seatId, accountId }: { studyId: string; seatId: string; accountId: string },
): Promise<{ seatId: string }> {
  return writeStudy(app, studyId, async (writer) => {
    const { tx, now } = writer;
    const leaving = await requireSeatInUse(writer, seatId);
    await requireSeatless(writer, accountId);
    const places = await leaveSeat(writer, seatId);
    await updateMembership(tx, { studyId, accountId: leaving.accountId }, { endedAt: now });
    const next = await addSeat(writer, { accountId, filledBy: by, replaces: seatId });
    for (const place of places) {
      if (!(await passPlace(writer, place))) await takePlace(writer, place, next.seatId);
    }
    const about = { actorId: by, studyId };
    const ended = { kind: "membership.ended", accountId: leaving.accountId, ...about } as const;
    await recordSecurity(app, tx, { ...ended, detail: { role: "auditor" } });
    await recordSecurity(app, tx, { kind: "seat.ended", accountId: leaving.accountId, ...about });
    await recordSecurity(app, tx, { kind: "seat.filled", accountId, ...about });
    return next;
  });
}
