import { asc, eq, inArray, lt } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import { changesRow, countRows, deleting, insertsRow, listRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

/** Lists what may be shown of an account's second factors, oldest first. */
export async function listFactors(db: Reader, accountId: string) {
  return listRows(
    db,
    "factor",
    { accountId },
    ["id", "kind", "name", "createdAt", "lastUsedAt"],
    ["createdAt", "id"],
  );
}

/** Lists which of these accounts have a second factor. */
export async function listHolders(db: Reader, accountIds: readonly string[]): Promise<string[]> {
  const { factor } = db.t;
  const rows = await db.q
    .selectDistinct({ accountId: factor.accountId })
    .from(factor)
    .where(inArray(factor.accountId, [...accountIds]))
    .orderBy(asc(factor.accountId));
  return rows.map(({ accountId }) => accountId);
}

export async function listPasskeys(db: Reader, accountId: string) {
  const picked = ["id", "credentialId", "publicKey", "counter"] as const;
  const rows = await listRows(db, "factor", { accountId, kind: "passkey" }, picked, ["createdAt", "id"]);
  return rows.flatMap(({ credentialId, publicKey, ...row }) =>
    credentialId === null || publicKey === null ? [] : [{ ...row, credentialId, publicKey }],
  );
}

export async function listAuthenticators(db: Reader, accountId: string) {
  const picked = ["id", "secret", "counter"] as const;
  const rows = await listRows(db, "factor", { accountId, kind: "authenticator" }, picked, [
    "createdAt",
    "id",
  ]);
  return rows.flatMap(({ secret, ...row }) => (secret === null ? [] : [{ ...row, secret }]));
}

/** @returns whether it is new; false if this passkey is registered already */
export function insertFactor(tx: Tx, row: Tx["t"]["factor"]["$inferInsert"]): Promise<boolean> {
  return insertsRow(tx, "factor", row, "credentialId");
}

/**
 * Records a use whose counter is higher than all before it.
 *
 * @returns whether it is higher; a code or an answer that was used before is not
 */
export async function noteFactorUse(
  tx: Tx,
  { id, counter, at }: { id: string; counter: number; at: number },
): Promise<boolean> {
  return changesRow(
    tx,
    "factor",
    { id, counter: (column) => lt(column, counter) },
    { counter, lastUsedAt: at },
  );
}

type Own = { accountId: string; id: string };

/**
 * Renames a factor, or records a use of a passkey that has no counter.
 * @returns whether there is such a factor
 */
export async function updateFactor(
  tx: Tx,
  key: { readonly id: string; readonly accountId?: string },
  patch: { readonly name: string } | { readonly lastUsedAt: number },
): Promise<boolean> {
  return changesRow(tx, "factor", key, patch);
}

/** @returns what kind it was; undefined if the account has none of this id */
export async function deleteFactor(tx: Tx, { accountId, id }: Own) {
  const { factor } = tx.t;
  const rows = await tx.q
    .delete(factor)
    .where(matches(factor, { accountId, id }))
    .returning({ kind: factor.kind });
  return rows[0]?.kind;
}

export const deleteFactorsOf = deleting("factor", "accountId");

/** Replaces the account's recovery codes; the earlier ones stop working. */
export async function replaceRecoveryCodes(
  tx: Tx,
  { accountId, codeHashes, at }: { accountId: string; codeHashes: readonly string[]; at: number },
): Promise<void> {
  const { recoveryCode } = tx.t;
  await tx.q.delete(recoveryCode).where(eq(recoveryCode.accountId, accountId));
  if (codeHashes.length === 0) return;
  await tx.q
    .insert(recoveryCode)
    .values(codeHashes.map((codeHash) => ({ accountId, codeHash, createdAt: at })));
}

/**
 * Uses up a recovery code.
 * @returns whether it was an unused one of this account
 */
export async function takeRecoveryCode(
  tx: Tx,
  { accountId, codeHash, at }: { accountId: string; codeHash: string; at: number },
): Promise<boolean> {
  return changesRow(tx, "recoveryCode", { accountId, codeHash, usedAt: null }, { usedAt: at });
}

export async function countRecoveryCodes(db: Reader, accountId: string): Promise<number> {
  return countRows(db, "recoveryCode", { accountId, usedAt: null });
}
