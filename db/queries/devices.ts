import { and, desc, eq } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { deleting, findRow } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

/** Whether this device has signed in before to the account with this address. */
export async function isKnownDevice(
  db: Reader,
  { email, tokenHash }: { email: string; tokenHash: string },
): Promise<boolean> {
  const { device, account } = db.t;
  const rows = await db.q
    .select({ tokenHash: device.tokenHash })
    .from(device)
    .innerJoin(account, eq(account.id, device.accountId))
    .where(and(eq(account.email, email), eq(device.tokenHash, tokenHash)));
  return rows.length > 0;
}

/** Whether a device's token was issued by this server, for any account: people share browsers. */
export async function hasDevice(db: Reader, tokenHash: string): Promise<boolean> {
  return (await findRow(db, "device", { tokenHash }, ["tokenHash"])) !== undefined;
}

/** Remembers a device of an account, and forgets the least recently seen ones beyond `keep`. */
export async function saveDevice(
  tx: Tx,
  { keep, ...row }: { accountId: string; tokenHash: string; lastSeenAt: number; keep: number },
): Promise<void> {
  const { device } = tx.t;
  await tx.q
    .insert(device)
    .values(row)
    .onConflictDoUpdate({
      target: [device.accountId, device.tokenHash],
      set: { lastSeenAt: row.lastSeenAt },
    });
  const rows = await tx.q
    .select({ tokenHash: device.tokenHash })
    .from(device)
    .where(eq(device.accountId, row.accountId))
    .orderBy(desc(device.lastSeenAt), desc(device.tokenHash));
  const beyond = rows.slice(keep).map(({ tokenHash }) => tokenHash);
  if (beyond.length === 0) return;
  await tx.q.delete(device).where(matches(device, { accountId: row.accountId, tokenHash: beyond }));
}

export const deleteDevicesOf = deleting("device", "accountId");
