import { findValue, inserting, listRows } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export const insertSeatKey = inserting("seatKey");

/** Lists the log's entries on the keys of all seats, oldest first: a key that was vouched for later is there twice. */
export async function listSeatKeys(db: Reader, studyId: string) {
  const picked = ["seatId", "key", "isProven", "signedBy", "seq", "addedAt"] as const;
  const rows = await listRows(db, "seatKey", { studyId }, picked, ["seq"]);
  return rows.map(({ seatId: seat, ...row }) => ({ seat, ...row }));
}

/** Finds the seat of a study that has or had this key. */
export async function findSeatOfKey(db: Reader, studyId: string, key: string): Promise<string | undefined> {
  return findValue(db, "seatKey", { studyId, key }, "seatId", ["seq"]);
}
