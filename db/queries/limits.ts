import { gt, lte, or, sql } from "drizzle-orm";
import { pick } from "#db/store/pick.ts";
import { deleteRows, deleting } from "#db/store/rows.ts";
import type { Tx } from "#db/store/store.ts";

export type CallCountRow = Tx["t"]["callCount"]["$inferSelect"];

/**
 * Adds calls to the counts of their windows.
 * @returns the new counts, which include what other servers added
 */
export async function addCallCounts(tx: Tx, rows: readonly CallCountRow[]): Promise<CallCountRow[]> {
  const { callCount } = tx.t;
  return tx.q
    .insert(callCount)
    .values([...rows])
    .onConflictDoUpdate({
      target: [callCount.subject, callCount.budget, callCount.endsAt],
      set: { count: sql`${callCount.count} + excluded.count` },
    })
    .returning(pick(callCount, "subject", "budget", "endsAt", "count"));
}

/** Deletes the windows that have ended. */
export async function deleteCallCountsBefore(tx: Tx, now: number): Promise<void> {
  await deleteRows(tx, "callCount", { endsAt: (column) => lte(column, now) });
}

type UploadTurn = Tx["t"]["uploadTurn"]["$inferSelect"];

/**
 * Takes an account's upload place if it is free or its lease ran out by `now`.
 * @returns whether it was taken
 */
export async function takeUploadTurn(tx: Tx, turn: UploadTurn, now: number): Promise<boolean> {
  const { uploadTurn } = tx.t;
  // A lease further ahead than any could be dates from before the clock was reset.
  const isFree = or(lte(uploadTurn.leaseUntil, now), gt(uploadTurn.leaseUntil, 2 * turn.leaseUntil - now));
  const rows = await tx.q
    .insert(uploadTurn)
    .values(turn)
    .onConflictDoUpdate({
      target: [uploadTurn.accountId, uploadTurn.place],
      set: { id: turn.id, leaseUntil: turn.leaseUntil },
      ...(isFree && { setWhere: isFree }),
    })
    .returning({ id: uploadTurn.id });
  return rows.length === 1;
}

/** Frees an upload place, if it is still held under this id. */
export const leaveUploadTurn = deleting("uploadTurn", "accountId", "place", "id");
