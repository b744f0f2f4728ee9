import { createStore, entries, get, set } from "idb-keyval";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

export type ReceiptOwner = { readonly studyId: string; readonly accountId: string };

const receipts = () => createStore("evenhand-receipts", "by-entry");

/** Stores a receipt, which proves a ballot later, on this device only. */
export async function keepReceipt(owner: ReceiptOwner, receipt: KeptReceipt): Promise<void> {
  await set(keyOf(owner, receipt.seq), receipt, receipts());
}

/** Finds a stored receipt. Returns undefined if this device has none or stores nothing. */
export async function findReceipt(owner: ReceiptOwner, seq: number): Promise<KeptReceipt | undefined> {
  return get<KeptReceipt>(keyOf(owner, seq), receipts()).catch(() => undefined);
}

/** Lists all receipts of a study on this device, newest first. */
export async function listReceipts(owner: ReceiptOwner): Promise<KeptReceipt[]> {
  const all = await entries<string, KeptReceipt>(receipts()).catch(() => []);
  const own = all.filter(([key]) => key.startsWith(keyOf(owner, "")));
  return own.map(([, receipt]) => receipt).toSorted((a, b) => b.seq - a.seq);
}

function keyOf({ studyId, accountId }: ReceiptOwner, seq: number | ""): string {
  return `${accountId}/${studyId}/${seq}`;
}
