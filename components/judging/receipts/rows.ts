import type { AnnulVote } from "#server/audit-log/annulments.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { OwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";

/** A ballot that the server knows, in few bytes, since a page gets all of them: 1 if its round has ended. */
export type ListedBallot = readonly [
  seq: number,
  round: number,
  version: number,
  at: number,
  hasEnded: 0 | 1,
  ...votes: AnnulVote[],
];

/** Returns ballots as the page of receipts gets them. */
export function listedBallots(ballots: OwnReceipts["ballots"]): ListedBallot[] {
  return ballots.map(({ seq, round, version, sealedAt, state, votes }) => [
    ...([seq, round, version, sealedAt] as const),
    state === "closed" || state === "cancelled" ? 1 : 0,
    ...votes,
  ]);
}

/** A ballot of the viewer, as known to the server, to this device, or to both. */
export type ReceiptRow = {
  readonly seq: number;
  readonly round: number;
  readonly version: number;
  readonly at: number;
  /** What the server knows of it. */
  readonly known: { readonly hasEnded: boolean; readonly votes: readonly AnnulVote[] } | null;
  readonly kept: KeptReceipt | null;
};

/** Merges the server's ballots and this device's receipts, newest first. */
export function receiptRows(known: readonly ListedBallot[], kept: readonly KeptReceipt[]): ReceiptRow[] {
  const rows = new Map<number, ReceiptRow>();
  for (const receipt of kept) {
    const { seq, round, version, at } = receipt;
    rows.set(seq, { seq, round, version, at, known: null, kept: receipt });
  }
  for (const [seq, round, version, at, hasEnded, ...votes] of known) {
    const of = rows.get(seq)?.kept ?? null;
    rows.set(seq, { seq, round, version, at, known: { hasEnded: hasEnded === 1, votes }, kept: of });
  }
  return [...rows.values()].sort((a, b) => b.seq - a.seq);
}

/** Where a receipt is stored, and how complete it is. */
export type ReceiptStatus = "whole" | "waits" | "unsigned" | "server-only" | "unknown";

export function receiptStatus({ known, kept }: ReceiptRow): ReceiptStatus {
  if (kept === null) return "server-only";
  if (known === null) return "unknown";
  if (kept.proof !== null) return "whole";
  return known.hasEnded ? "unsigned" : "waits";
}
