import { findSeatOf, listSeats, updateMembership } from "#db/queries/seats.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { canonicalJson, parseCanonical } from "#server/audit-log/canonical.ts";
import { type Attributes, attributesSchema } from "#server/audit-log/panel-schemas.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { refuseEnded } from "./settings.ts";

/** Reads the attributes of a member from the canonical text in its row. */
export function readAttributes(text: string): Attributes {
  return attributesSchema.parse(parseCanonical(text));
}

/**
 * Records attributes of members. The log names seats and values, so that anyone can check quotas. Attributes that are
 * as before change nothing.
 *
 * @throws DomainError "not-found" for a seat that is not in use; "study-ended"
 */
export function saveAttributes(
  app: App,
  { studyId, members }: { studyId: string; members: readonly { seatId: string; attributes: Attributes }[] },
): Promise<void> {
  return writeStudy(app, studyId, async (writer) => {
    refuseEnded(writer.study);
    const seats = new Map((await listSeats(writer.tx, studyId)).map((seat) => [seat.id, seat]));
    for (const { seatId, attributes } of members) {
      const seat = seats.get(seatId);
      if (seat === undefined) throw new DomainError("not-found", t.seatNotInUse({ seat: seatId }));
      const text = canonicalJson(attributes);
      if (text === seat.attributes) continue;
      await updateMembership(writer.tx, { studyId, accountId: seat.accountId }, { attributes: text });
      logAttributes(writer, seatId, attributes);
    }
  });
}

/** Gives an auditor the attributes of an invitation, for the seat that follows. One who holds a seat keeps theirs. */
export async function giveAttributes(
  tx: Tx,
  { studyId, accountId, attributes }: { studyId: string; accountId: string; attributes: string },
): Promise<void> {
  const isHeld = (await findSeatOf(tx, studyId, accountId)) !== undefined;
  if (isHeld || readAttributes(attributes).length === 0) return;
  await updateMembership(tx, { studyId, accountId }, { attributes });
}

/** Writes the attributes of a seat into the log. */
export function logAttributes({ append }: Pick<StudyWriter, "append">, seat: string, attributes: Attributes) {
  append("seat.attributes", { seat, attributes });
}
