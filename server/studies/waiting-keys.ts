import { listKeysInUse } from "#db/queries/seat-keys.ts";
import type { Reader } from "#db/store/store.ts";

export type WaitingKey = { readonly seat: string; readonly key: string; readonly addedAt: number };

/**
 * Reads the keys that cannot seal until they are confirmed, oldest first: unproven keys of seats that have a proven
 * one.
 */
export async function readWaitingKeys(db: Reader, studyId: string): Promise<WaitingKey[]> {
  const keys = await listKeysInUse(db, studyId);
  const proven = keys.filter((one) => one.isProven);
  const waiting = keys.filter(
    ({ seat, key }) => proven.some((one) => one.seat === seat) && !proven.some((one) => one.key === key),
  );
  return waiting.map(({ seat, key, addedAt }) => ({ seat, key, addedAt }));
}
