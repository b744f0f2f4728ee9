import { countSeatsEver, findSeatOf, insertSeat, listSeats } from "#db/queries/seats.ts";
import type { Tx } from "#db/store/store.ts";
import { studyLimits } from "#server/draft/settings/study-limits.ts";
import { DomainError } from "#server/errors.ts";
import { seatIdOf } from "#server/log/seats.ts";
import type { App } from "#server/services/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/services/app/study-writer.ts";
import { joinStudy } from "./join-study.ts";
import { refuseEnded, settingsOf } from "./settings.ts";

/**
 * Gives an account a seat on the study's panel, from the next opening on. Seating somebody twice is one seat.
 * @throws DomainError "role-conflict" if the account operates or researches this study; "study-not-ready" for a draft;
 *   "study-ended"; "panel-full"
 */
export function seatAuditor(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<{ seatId: string }> {
  return writeStudy(app, studyId, async (writer) => {
    const { tx, study, now } = writer;
    // A draft has no log yet, and a seat must not begin it.
    settingsOf(study);
    refuseEnded(study);
    await joinStudy(tx, { studyId, accountId, role: "auditor", now });
    return addSeat(writer, accountId);
  });
}

function panelFull(): DomainError {
  return new DomainError(
    "panel-full",
    `A panel has at most ${studyLimits.seats} seats, and all are taken. Put somebody on a seat in place of its holder.`,
  );
}

/**
 * A new seat for somebody who is an auditor of the study already; who holds one keeps it.
 * @throws DomainError "panel-full"
 */
export async function addSeat(
  { tx, study, now, append }: StudyWriter,
  accountId: string,
): Promise<{ seatId: string }> {
  const studyId = study.id;
  const held = await findSeatOf(tx, studyId, accountId);
  if (held !== undefined) return { seatId: held };
  if ((await listSeats(tx, studyId)).length >= studyLimits.seats) throw panelFull();
  const seatId = await nextSeatId(tx, studyId);
  await insertSeat(tx, { studyId, id: seatId, accountId, seatedAt: now });
  append("seat.added", { seat: seatId, replaces: null });
  return { seatId };
}

/** The name of the seat that is added next: one that was removed gives its name to nobody. */
export async function nextSeatId(tx: Tx, studyId: string): Promise<string> {
  return seatIdOf((await countSeatsEver(tx, studyId)) + 1);
}

/** Lets an account research the study. @throws DomainError "role-conflict" */
export function addResearcher(
  app: App,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<void> {
  return writeStudy(app, studyId, ({ tx, now }) =>
    joinStudy(tx, { studyId, accountId, role: "researcher", now }),
  );
}
