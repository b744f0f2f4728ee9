import { eq, sql } from "drizzle-orm";
import type { Tx } from "#db/store/store.ts";

export type AttemptRow = Tx["t"]["attempt"]["$inferSelect"];

/**
 * Reads the failures in these buckets, in their order, and locks them until the transaction ends. Two attempts at the
 * same moment are counted one after the other.
 */
export async function lockAttempts(tx: Tx, buckets: readonly number[]): Promise<AttemptRow[]> {
  const { attempt } = tx.t;
  // One order everywhere, or two transactions could wait for each other.
  const inOrder = [...new Set(buckets)].sort((one, other) => one - other);
  const rows = await tx.q
    .insert(attempt)
    .values(inOrder.map((bucket) => ({ bucket, count: 0, since: 0, lastAt: 0 })))
    .onConflictDoUpdate({ target: attempt.bucket, set: { bucket: sql`excluded.bucket` } })
    .returning();
  const found = new Map(rows.map((row) => [row.bucket, row]));
  return buckets.flatMap((bucket) => found.get(bucket) ?? []);
}

export async function updateAttempts(tx: Tx, rows: readonly AttemptRow[]): Promise<void> {
  const { attempt } = tx.t;
  for (const { bucket, ...cells } of rows) {
    await tx.q.update(attempt).set(cells).where(eq(attempt.bucket, bucket));
  }
}
