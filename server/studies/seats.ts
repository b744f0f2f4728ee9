import { findSeatOfKey, insertSeatKey } from "#db/queries/seat-keys.ts";
import { countSeatsEver, findMembership, findSeatOf, insertSeat, listSeats } from "#db/queries/seats.ts";
import type { Tx } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { seatIdOf } from "#server/audit-log/seats.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { type StudyWriter, writeStudy } from "#server/platform/app/study-writer.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { studyLimits } from "#server/study/study-limits.ts";
import { byServer, joinStudy } from "./join-study.ts";
import { logAttributes, readAttributes } from "./member-attributes.ts";
import { refuseEnded, settingsOf } from "./settings.ts";

/**
 * Gives an account a seat on the server's behalf, for the demonstration; other auditors join by a link. It counts from
 * the next opening on. A second call for the same account changes nothing.
 *
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
    await joinStudy(tx, { studyId, accountId, role: "auditor", ...byServer, now });
    return addSeat(writer, { accountId, filledBy: null });
  });
}

/**
 * Gives a seat to an auditor of the study who has none, for example one who joined while a round was open.
 *
 * @throws DomainError "forbidden" for any other account; "study-ended"
 */
export function seatMember(
  app: App,
  by: string,
  { studyId, accountId }: { studyId: string; accountId: string },
): Promise<{ seatId: string }> {
  return writeStudy(app, studyId, async (writer) => {
    refuseEnded(writer.study);
    await requireSeatless(writer, accountId);
    const { seatId } = await addSeat(writer, { accountId, filledBy: by });
    await recordSecurity(app, writer.tx, { kind: "seat.filled", actorId: by, accountId, studyId });
    return { seatId };
  });
}

/** Reads a seat in use. @throws DomainError "not-found"; "study-ended" */
export async function requireSeatInUse({ tx, study }: StudyWriter, seatId: string) {
  refuseEnded(study);
  const seat = (await listSeats(tx, study.id)).find(({ id }) => id === seatId);
  if (seat === undefined) throw new DomainError("not-found", t.seatNotInUse({ seat: seatId }));
  return seat;
}

/** Checks that an account is an auditor of the study now and holds no seat. @throws DomainError "forbidden" */
export async function requireSeatless({ tx, study }: StudyWriter, accountId: string): Promise<void> {
  const membership = await findMembership(tx, study.id, accountId);
  const isAuditor = membership?.role === "auditor" && membership.endedAt === null;
  if (isAuditor && (await findSeatOf(tx, study.id, accountId)) === undefined) return;
  throw new DomainError("forbidden", t.onlySeatless());
}

type NewSeat = {
  readonly accountId: string;
  /** The operator who gave the seat; null: the server. */
  readonly filledBy: string | null;
  readonly replaces?: string;
};

/**
 * Adds a seat for an auditor of the study. An auditor who holds one keeps it.
 * @throws DomainError "panel-full"
 */
export async function addSeat(
  { tx, study, now, append }: StudyWriter,
  { accountId, filledBy, replaces }: NewSeat,
): Promise<{ seatId: string }> {
  const studyId = study.id;
  const held = await findSeatOf(tx, studyId, accountId);
  if (held !== undefined) return { seatId: held };
  if ((await listSeats(tx, studyId)).length >= studyLimits.members) throw panelFull();
  const { wayIn, ...coming } = (await findMembership(tx, studyId, accountId)) ?? {
    ...byServer,
    attributes: "[]",
  };
  const key = await unusedKey(tx, studyId, coming.key);
  const seatId = seatIdOf((await countSeatsEver(tx, studyId)) + 1);
  const came = { wayIn, filledBy, replacesSeatId: replaces ?? null };
  await insertSeat(tx, { studyId, id: seatId, accountId, ...came, seatedAt: now });
  const { seq } = append("seat.added", { seat: seatId, replaces: replaces ?? null, by: wayIn, key });
  if (key !== null) {
    const proven = { isProven: true, signedBy: null };
    await insertSeatKey(tx, { studyId, seatId, key, ...proven, seq, addedAt: now });
  }
  const attributes = readAttributes(coming.attributes);
  if (attributes.length > 0) logAttributes({ append }, seatId, attributes);
  return { seatId };
}

/**
 * Returns a key unless a seat uses it. A key belongs to one seat: an auditor who returns to another seat adds a new key
 * when sealing.
 */
async function unusedKey(tx: Tx, studyId: string, key: string | null): Promise<string | null> {
  return key !== null && (await findSeatOfKey(tx, studyId, key)) === undefined ? key : null;
}

function panelFull(): DomainError {
  return new DomainError("panel-full", t.panelFull({ count: studyLimits.members }));
}

/** Makes an account a researcher or an observer of the study. @throws DomainError "role-conflict" */
export function addReader(
  app: App,
  { studyId, ...reader }: { studyId: string; accountId: string; role: "researcher" | "observer" },
): Promise<void> {
  return writeStudy(app, studyId, ({ tx, now }) => joinStudy(tx, { studyId, ...reader, ...byServer, now }));
}
