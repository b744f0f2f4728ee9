import { and, desc, eq, isNotNull } from "drizzle-orm";
import { matches } from "#db/store/matches.ts";
import type { Reader, Tx } from "#db/store/store.ts";

/** Finds the account that is linked to a provider's subject. */
export async function findIdentity(
  db: Reader,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<string | undefined> {
  const { identity } = db.t;
  const rows = await db.q
    .select({ accountId: identity.accountId })
    .from(identity)
    .where(matches(identity, { issuer, subject }));
  return rows[0]?.accountId;
}

/** Finds when linking a provider's subject ended all earlier access to an account, until its owner dismisses that. */
export async function findAccessEnd(db: Reader, accountId: string): Promise<number | undefined> {
  const { identity } = db.t;
  const rows = await db.q
    .select({ at: identity.accessEndedAt })
    .from(identity)
    .where(and(eq(identity.accountId, accountId), isNotNull(identity.accessEndedAt)))
    .orderBy(desc(identity.accessEndedAt));
  return rows[0]?.at ?? undefined;
}

export async function clearAccessEnd(tx: Tx, accountId: string): Promise<void> {
  const { identity } = tx.t;
  await tx.q.update(identity).set({ accessEndedAt: null }).where(eq(identity.accountId, accountId));
}

/** @returns false if this subject, or this account, is linked at the provider already */
export async function insertIdentity(tx: Tx, row: Tx["t"]["identity"]["$inferInsert"]): Promise<boolean> {
  const { identity } = tx.t;
  const rows = await tx.q
    .insert(identity)
    .values(row)
    .onConflictDoNothing()
    .returning({ issuer: identity.issuer });
  return rows.length === 1;
}
