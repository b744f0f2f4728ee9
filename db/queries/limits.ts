import { lte, sql } from "drizzle-orm";
import type { Tx } from "#db/store/store.ts";

export type CallCountRow = Tx["t"]["callCount"]["$inferSelect"];

/** Adds calls to the counts of their windows. @returns the counts as they are then, with what other servers added */
export async function addCallCounts(tx: Tx, rows: readonly CallCountRow[]): Promise<CallCountRow[]> {
  const { callCount } = tx.t;
  return tx.q
    .insert(callCount)
    .values([...rows])
    .onConflictDoUpdate({
      target: [callCount.subject, callCount.budget, callCount.endsAt],
      set: { count: sql`${callCount.count} + excluded.count` },
    })
    .returning({
      subject: callCount.subject,
      budget: callCount.budget,
      endsAt: callCount.endsAt,
      count: callCount.count,
    });
}

/** Forgets the windows that have ended. */
export async function deleteCallCountsBefore(tx: Tx, now: number): Promise<void> {
  const { callCount } = tx.t;
  await tx.q.delete(callCount).where(lte(callCount.endsAt, now));
}
