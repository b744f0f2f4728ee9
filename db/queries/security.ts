import { and, desc, eq, gt, gte, lt, or, sql } from "drizzle-orm";
import { pick } from "#db/store/pick.ts";
import { findRow, listRows } from "#db/store/rows.ts";
import type { Reader, Tx } from "#db/store/store.ts";

type Head = { seq: number; hash: string; at: number };

/**
 * Reads the head of the chain of security events and locks it for the rest of the transaction, on both engines; `first`
 * where there is no event yet.
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

/** Finds the head of the chain; undefined while there is no event. */
export async function findSecurityHead(db: Reader): Promise<Head | undefined> {
  return findRow(db, "securityHead", {}, ["seq", "hash", "at"]);
}

/** Whether the security log has an event of this kind about a study. */
export async function hasStudyEvent(db: Reader, about: { kind: string; studyId: string }): Promise<boolean> {
  return (await findRow(db, "securityEvent", pick(about, "kind", "studyId"), ["seq"])) !== undefined;
}

/** Lists a page of canonical lines after `after`, oldest first. */
export async function listSecurityLines(db: Reader, { after, limit }: { after: number; limit: number }) {
  return listRows(
    db,
    "securityEvent",
    { seq: (column) => gt(column, after) },
    ["seq", "entry"],
    ["seq"],
    limit,
  );
}

/** Search conditions; each that is given must match. `from` and `to` are UTC milliseconds, `to` not included. */
export type SecurityFilter = {
  readonly kind?: string | undefined;
  /** The account that it happened to, or that did it. */
  readonly accountId?: string | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** Lists a page of events before `before`, newest first. */
export async function listSecurityEvents(
  db: Reader,
  {
    kind,
    accountId,
    from,
    to,
    before,
    limit,
  }: SecurityFilter & { before?: number | undefined; limit: number },
) {
  const { seq, at, kind: ofKind, actorId, accountId: ofAccount, studyId, entry } = db.t.securityEvent;
  return db.q
    .select({ seq, at, kind: ofKind, actorId, accountId: ofAccount, studyId, entry })
    .from(db.t.securityEvent)
    .where(
      and(
        before === undefined ? undefined : lt(seq, before),
        kind === undefined ? undefined : eq(ofKind, kind),
        accountId === undefined ? undefined : concerns(db, accountId),
        from === undefined ? undefined : gte(at, from),
        to === undefined ? undefined : lt(at, to),
      ),
    )
    .orderBy(desc(seq))
    .limit(limit);
}

function concerns(db: Reader, accountId: string) {
  const { securityEvent } = db.t;
  return or(eq(securityEvent.accountId, accountId), eq(securityEvent.actorId, accountId));
}
