import { createStore, entries, get, set } from "idb-keyval";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";

export type Owner = { readonly studyId: string; readonly accountId: string };

const receipts = () => createStore("evenhand-receipts", "by-entry");

/** Keeps what proves a ballot later, on this device alone. */
export async function keepReceipt(owner: Owner, receipt: KeptReceipt): Promise<void> {
  await set(keyOf(owner, receipt.seq), receipt, receipts());
}

/** undefined where this device has none, or keeps nothing. */
export async function findReceipt(owner: Owner, seq: number): Promise<KeptReceipt | undefined> {
  return get<KeptReceipt>(keyOf(owner, seq), receipts()).catch(() => undefined);
}

/** All that this device has of a study, newest first. */
export async function listReceipts(owner: Owner): Promise<KeptReceipt[]> {
  const all = await entries<string, KeptReceipt>(receipts()).catch(() => []);
  const own = all.filter(([key]) => key.startsWith(keyOf(owner, "")));
  return own.map(([, receipt]) => receipt).toSorted((a, b) => b.seq - a.seq);
}

function keyOf({ studyId, accountId }: Owner, seq: number | ""): string {
  return `${accountId}/${studyId}/${seq}`;
}
