import type { z } from "zod";
import { findSeatOfKey, insertSeatKey } from "#db/queries/seat-keys.ts";
import { findSeatOf, listSeats } from "#db/queries/seats.ts";
import type { StudyRow } from "#db/queries/studies.ts";
import type { Reader } from "#db/store/store.ts";
import * as t from "#messages/refusals.ts";
import { seatKeyMessage } from "#server/audit-log/seat-keys.ts";
import { DomainError } from "#server/errors.ts";
import type { App } from "#server/platform/app/app.ts";
import { writeStudy } from "#server/platform/app/study-writer.ts";
import { recordSecurity } from "#server/platform/security-log/record.ts";
import { ballotLimits } from "#server/schemas/ballot-limits.ts";
import type { addKeySchema } from "#server/schemas/rounds.ts";
import { type Device, readDevices, readSeatFacts, unconfirmedIn } from "#server/studies/devices.ts";
import { refuseEnded } from "#server/studies/settings.ts";
import { isSignedBy } from "./signatures.ts";

export type SeatKey = Pick<Device, "key" | "isProven" | "addedAt">;

/** Reads the keys of a seat, oldest first, each with its present status. */
export async function readSeatKeys(db: Reader, studyId: string, seatId: string): Promise<SeatKey[]> {
  const own = (await readDevices(db, studyId)).filter(({ seat }) => seat === seatId);
  return own.map(({ key, isProven, addedAt }) => ({ key, isProven, addedAt }));
}

/** Reads the devices of the seat that an account holds, and those of other seats that wait for its confirmation. */
export async function readOwnDevices(
  db: Reader,
  { id: studyId, state }: Pick<StudyRow, "id" | "state">,
  accountId: string,
) {
  const seat = await findSeatOf(db, studyId, accountId);
  if (seat === undefined) return { seat: null, keys: [], waiting: [] };
  const others = (await readSeatFacts(db, studyId)).filter(({ id }) => id !== seat);
  return {
    seat,
    keys: await readSeatKeys(db, studyId, seat),
    waiting: state === "ended" ? [] : others.flatMap(({ devices }) => unconfirmedIn(devices)),
  };
}

type NewKey = z.output<typeof addKeySchema> & { readonly accountId: string };

/**
 * Adds the key of another device to the account's own seat, or proves an unproven key: of the own seat, or of another
 * seat whose auditor asked for it. A repeated call changes nothing.
 *
 * @throws DomainError "not-on-panel", "study-ended", "key-taken", "key-unproven", "signature-wrong", "too-many-keys"
 */
export async function addSeatKey(
  app: App,
  { studyId, accountId, seat, key, by }: NewKey,
): Promise<{ isProven: boolean }> {
  return writeStudy(app, studyId, async ({ tx, study, now, append }) => {
    refuseEnded(study);
    const seats = await listSeats(tx, studyId);
    const own = seats.find((one) => one.accountId === accountId);
    const owner = seats.find((one) => one.id === seat);
    const keys = await readSeatKeys(tx, studyId, seat);
    const known = keys.find((one) => one.key === key);
    const isConfirmation = by !== null && known !== undefined;
    if (own === undefined || owner === undefined || (own !== owner && !isConfirmation)) {
      throw new DomainError("not-on-panel", t.notYourSeat({ seat }));
    }
    if (known !== undefined && (known.isProven || by === null)) return { isProven: known.isProven };
    if (known === undefined) {
      if ((await findSeatOfKey(tx, studyId, key)) !== undefined) throw keyTaken();
      if (keys.length >= ballotLimits.keys) throw tooManyKeys();
    }
    if (by !== null) {
      requireProof({ study: studyId, seat, key, by }, await readSeatKeys(tx, studyId, own.id));
    }
    const isProven = by !== null;
    const { seq } = append("seat.key-added", { seat, key, by });
    await insertSeatKey(tx, {
      ...{ studyId, seatId: seat, key, isProven, signedBy: by?.key ?? null },
      ...{ seq, addedAt: now },
    });
    const about = { actorId: accountId, accountId: owner.accountId, studyId };
    await recordSecurity(app, tx, { kind: "seat.key-added", ...about, detail: { proven: isProven } });
    return { isProven };
  });
}

type SignedKey = { study: string; seat: string; key: string; by: NonNullable<NewKey["by"]> };

function requireProof({ by, ...about }: SignedKey, keys: readonly SeatKey[]): void {
  if (!keys.some((one) => one.key === by.key && one.isProven)) {
    throw new DomainError("key-unproven", t.keyUnproven());
  }
  if (isSignedBy(by.key, seatKeyMessage(about), by.signature)) return;
  throw new DomainError("signature-wrong", t.keyUnsigned());
}

function keyTaken(): DomainError {
  return new DomainError("key-taken", t.keyTaken());
}

function tooManyKeys(): DomainError {
  return new DomainError("too-many-keys", t.tooManyKeys({ count: ballotLimits.keys }));
}
