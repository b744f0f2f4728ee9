import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { OwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";

type Ballot = OwnReceipts["ballots"][number];

/** A ballot of the viewer, as known to the server, to this device, or to both. */
export type ReceiptRow = {
  readonly seq: number;
  readonly round: number;
  readonly version: number;
  readonly at: number;
  readonly known: Ballot | null;
  readonly kept: KeptReceipt | null;
};

/** Merges the server's ballots and this device's receipts, newest first. */
export function receiptRows(known: readonly Ballot[], kept: readonly KeptReceipt[]): ReceiptRow[] {
  const rows = new Map<number, ReceiptRow>();
  for (const receipt of kept) {
    const { seq, round, version, at } = receipt;
    rows.set(seq, { seq, round, version, at, known: null, kept: receipt });
  }
  for (const ballot of known) {
    const { seq, round, version, sealedAt } = ballot;
    const of = rows.get(seq)?.kept ?? null;
    rows.set(seq, { seq, round, version, at: sealedAt, known: ballot, kept: of });
  }
  return [...rows.values()].sort((a, b) => b.seq - a.seq);
}

/** Where a receipt is stored, and how complete it is. */
export type ReceiptStatus = "whole" | "waits" | "unsigned" | "server-only" | "unknown";

export function receiptStatus({ known, kept }: ReceiptRow): ReceiptStatus {
  if (kept === null) return "server-only";
  if (known === null) return "unknown";
  if (kept.proof !== null) return "whole";
  const hasEnded = known.state === "closed" || known.state === "cancelled";
  return hasEnded ? "unsigned" : "waits";
}
