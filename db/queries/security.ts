import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

type Head = { seq: number; hash: string; at: number };

/**
 * Where the chain of security events goes on, locked for the rest of the transaction on both engines; `first` where
 * there is no event yet.
 */
export async function lockSecurityHead(tx: Tx, first: Head): Promise<Head> {
  const { securityHead } = tx.t;
  const rows = await tx.q
    .insert(securityHead)
    .values({ id: 1, ...first })
    .onConflictDoUpdate({ target: securityHead.id, set: { seq: sql`${securityHead.seq}` } })
    .returning({ seq: securityHead.seq, hash: securityHead.hash, at: securityHead.at });
  return rows[0] ?? first;
}

/** Adds one event and moves the head to it. */
export async function insertSecurityEvent(
  tx: Tx,
  row: Tx["t"]["securityEvent"]["$inferInsert"],
): Promise<void> {
  const { securityEvent, securityHead } = tx.t;
  await tx.q.insert(securityEvent).values(row);
  const { seq, hash, at } = row;
  await tx.q.update(securityHead).set({ seq, hash, at }).where(eq(securityHead.id, 1));
}

/** A page of canonical lines from after `after` on, oldest first; of one account's own events if it is given. */
export async function listSecurityLines(
  db: Reader,
  { after, limit, accountId }: { after: number; limit: number; accountId?: string | undefined },
) {
  const { securityEvent } = db.t;
  const isOwn = accountId === undefined ? undefined : concerns(db, accountId);
  return db.q
    .select({ seq: securityEvent.seq, entry: securityEvent.entry })
    .from(securityEvent)
    .where(and(gt(securityEvent.seq, after), isOwn))
    .orderBy(asc(securityEvent.seq))
    .limit(limit);
}

function concerns(db: Reader, accountId: string) {
  const { securityEvent } = db.t;
  return or(eq(securityEvent.accountId, accountId), eq(securityEvent.actorId, accountId));
}
