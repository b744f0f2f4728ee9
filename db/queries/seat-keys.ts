import { asc } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { pick } from "#db/store/pick.ts";
import { findValue, inserting } from "#db/store/rows.ts";
import type { Reader } from "#db/store/store.ts";

export const insertSeatKey = inserting("seatKey");

/** Lists the log's entries on the keys of all seats, oldest first: a key that was vouched for later is there twice. */
export async function listSeatKeys(db: Reader, studyId: string) {
  const { seatKey } = db.t;
  return db.q
    .select({ seat: seatKey.seatId, ...pick(seatKey, "key", "isProven", "signedBy", "seq", "addedAt") })
    .from(seatKey)
    .where(matches(seatKey, { studyId }))
    .orderBy(asc(seatKey.seq));
}

/** Finds the seat of a study that has or had this key. */
export async function findSeatOfKey(db: Reader, studyId: string, key: string): Promise<string | undefined> {
  return findValue(db, "seatKey", { studyId, key }, "seatId", ["seq"]);
}
