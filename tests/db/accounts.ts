import { eq } from "drizzle-orm";
import type { Reader, Tx } from "#db/store/store.ts";

let last = 0;

export function nextId(): string {
  last += 1;
  return `account-${last}`;
}

/** Inserts the simplest row: it needs no other row. */
export async function insertAccountRow(tx: Tx, id: string, email = `${id}@example.org`): Promise<void> {
  await tx.q.insert(tx.t.account).values({
    id,
    email,
    displayName: id,
    passwordHash: "x",
    platformRole: "member",
    createdAt: 1,
  });
}

export async function countAccounts(reader: Reader, id: string): Promise<number> {
  return reader.q.$count(reader.t.account, eq(reader.t.account.id, id));
}
