import { isNotNull } from "drizzle-orm";
import { findValue, insertsRow, updateRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

/** Finds the account that is linked to a provider's subject. */
export async function findIdentity(
  db: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string | undefined> {
  return findValue(db, "identity", { issuer, subject }, "accountId");
}

/** Finds when linking a provider's subject ended all earlier access to an account, until its owner dismisses that. */
export async function findAccessEnd(db: Reader, accountId: string): Promise<number | undefined> {
  return (
    (await findValue(db, "identity", { accountId, accessEndedAt: isNotNull }, "accessEndedAt", [
      "-accessEndedAt",
    ])) ?? undefined
  );
}

export async function clearAccessEnd(tx: Tx, accountId: string): Promise<void> {
  await updateRows(tx, "identity", { accountId }, { accessEndedAt: null });
}

/** @returns false if this subject, or this account, is linked at the provider already */
export function insertIdentity(tx: Tx, row: Tx["t"]["identity"]["$inferInsert"]): Promise<boolean> {
  return insertsRow(tx, "identity", row);
}
