import { listSeatKeys } from "#db/queries/seat-keys.ts";
import { listSeats } from "#db/queries/seats.ts";
import type { Reader } from "#db/store/store.ts";

/** A device of a seat: the key with which it signs ballots. */
export type Device = {
  readonly seat: string;
  readonly key: string;
  /** Entry of the log that added it. */
  readonly seq: number;
  readonly addedAt: number;
  readonly isProven: boolean;
  /** Entry of the log that proved it; null while it is unproven. */
  readonly provenSeq: number | null;
  /** The seat whose device confirmed it; null if the invitation link proves it, or nothing does. */
  readonly confirmedBy: string | null;
  /** The other seat with whose confirmation its proof began, as the verifier counts it; null: its own seat's link. */
  readonly beganWith: string | null;
};

/** Reads the devices of all seats that a study has or had, oldest first. */
export async function readDevices(db: Reader, studyId: string): Promise<Device[]> {
  const devices = new Map<string, Device>();
  for (const { signedBy, seq, ...row } of await listSeatKeys(db, studyId)) {
    const first = devices.get(row.key);
    const signer = signedBy === null ? undefined : devices.get(signedBy);
    devices.set(row.key, {
      ...row,
      seq: first?.seq ?? seq,
      addedAt: first?.addedAt ?? row.addedAt,
      provenSeq: row.isProven ? seq : null,
      confirmedBy: signer?.seat ?? null,
      beganWith: signer === undefined || signer.seat === row.seat ? (signer?.beganWith ?? null) : signer.seat,
    });
  }
  return [...devices.values()];
}

/** Reads the seats in use without names: how each was filled, whether it rests, and its devices. */
export async function readSeatFacts(db: Reader, studyId: string) {
  const devices = await readDevices(db, studyId);
  return (await listSeats(db, studyId)).map(({ id, wayIn, seatedAt, restReason }) => ({
    ...{ id, wayIn, seatedAt, restReason },
    devices: devices.filter(({ seat }) => seat === id),
  }));
}

/** Returns the devices of a seat that cannot seal until they are confirmed: unproven ones beside a proven one. */
export function unconfirmedIn(devices: readonly Device[]): Device[] {
  return devices.some(({ isProven }) => isProven) ? devices.filter(({ isProven }) => !isProven) : [];
}
