import { sql } from "drizzle-orm";
import type { Tx } from "#db/store/store.ts";

/**
 * Counts mails that an account is about to send.
 * @returns the number in this hour, including these
 */
export async function addToMailTally(
  tx: Tx,
  { accountId, hour, count }: { accountId: string; hour: number; count: number },
): Promise<number> {
  const { mailTally } = tx.t;
  const rows = await tx.q
    .insert(mailTally)
    .values({ accountId, hour, sent: count })
    .onConflictDoUpdate({
      target: [mailTally.accountId, mailTally.hour],
      set: { sent: sql`${mailTally.sent} + ${count}` },
    })
    .returning({ sent: mailTally.sent });
  return rows[0]?.sent ?? count;
}
