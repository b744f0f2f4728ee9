import { type Arranged, arrange, inOrder, pageOf } from "#components/ui/list/arrange.ts";
import { askedFor, type ListState } from "#components/ui/list-state.ts";
import * as t from "#messages/receipts.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { formatNumber } from "#server/format.ts";
import type { OwnReceipts } from "#server/rounds/judging/read-own-receipts.ts";

type OwnBallot = OwnReceipts["ballots"][number];

/** A ballot of the viewer, as known to the server, to this device, or to both. */
export type ReceiptRow = Pick<OwnBallot, "seq" | "round" | "version" | "sealedAt"> & {
  /** What the server knows of it. */
  readonly known: OwnBallot | null;
  readonly kept: KeptReceipt | null;
};

/** Ballots that the server knows, as the page of receipts gets them. */
export type BallotPage = {
  readonly ballots: readonly OwnBallot[];
  /** The ballot before them in the list; null if there is none. */
  readonly before: OwnBallot | null;
  /** The place of the ballots in the list; null if they are all that there are, and in no order. */
  readonly place: Omit<Arranged<OwnBallot>, "rows"> | null;
};

/** Where a receipt is stored, and how complete it is. */
export const receiptStatuses = ["whole", "waits", "unsigned", "server-only", "unknown"] as const;
export type ReceiptStatus = (typeof receiptStatuses)[number];

/** Filter of the list by where a receipt is stored. */
export const statusFilter = { name: "receipt", of: receiptStatus };

type Placed = Pick<OwnBallot, "seq" | "round" | "sealedAt">;

/** Columns by which the list can be sorted. */
export const receiptSorts = {
  round: { name: "round", by: ({ round }: Placed) => round },
  sealed: { name: "sealed", by: ({ sealedAt }: Placed) => sealedAt },
};

const list = {
  columns: Object.values(receiptSorts).map((sort) => ["", null, { sort }] as const),
  textOf: ({ round, seq }: Placed) =>
    // Also the numbers as they are typed, without separators.
    `${t.roundNumber({ round })} ${t.entry({ entry: formatNumber(seq) })} ${round} ${seq}`,
};

/**
 * Takes the ballots that a page of the list shows. A list that is filtered by receipts gets all ballots, since only the
 * browser knows which receipts its device has.
 *
 * @param all every ballot, newest first
 */
export function ballotPage(all: readonly OwnBallot[], state: ListState): BallotPage {
  if (askedFor(state, statusFilter.name) !== "") return { ballots: all, before: null, place: null };
  const ordered = inOrder(all, { state, ...list });
  const { rows, ...page } = pageOf(ordered, state);
  const before = rows[0] === undefined ? undefined : ordered[ordered.indexOf(rows[0]) - 1];
  return { ballots: rows, before: before ?? null, place: { ...page, total: all.length } };
}

/**
 * Arranges the ballots of a page together with this device's receipts. Receipts that the server does not know are on the
 * page to which they belong in the order of the list.
 */
export function arrangedReceipts(
  { ballots, before, place }: BallotPage,
  kept: readonly KeptReceipt[],
  state: ListState,
): Arranged<ReceiptRow> {
  const known = before === null ? ballots : [before, ...ballots];
  const rows = receiptRows(known, kept);
  if (place === null) return arrange(rows, { state, ...list, filters: [statusFilter] });
  const ordered = inOrder(rows, { state, ...list });
  const after = (ballot: OwnBallot | undefined) => ordered.findIndex(({ seq }) => seq === ballot?.seq) + 1;
  const shown = ordered.slice(
    before === null ? 0 : after(before),
    place.on === null ? ordered.length : after(ballots.at(-1)),
  );
  const unknownCount = shown.length - ballots.length;
  return { ...place, rows: shown, found: place.found + unknownCount, total: place.total + unknownCount };
}

/** Merges the server's ballots and this device's receipts, newest first. */
function receiptRows(known: readonly OwnBallot[], kept: readonly KeptReceipt[]): ReceiptRow[] {
  const rows = new Map<number, ReceiptRow>();
  for (const receipt of kept) {
    const { seq, round, version, at } = receipt;
    rows.set(seq, { seq, round, version, sealedAt: at, known: null, kept: receipt });
  }
  for (const ballot of known) {
    const { seq, round, version, sealedAt } = ballot;
    rows.set(seq, { seq, round, version, sealedAt, known: ballot, kept: rows.get(seq)?.kept ?? null });
  }
  return [...rows.values()].sort((a, b) => b.seq - a.seq);
}

export function receiptStatus({ known, kept }: ReceiptRow): ReceiptStatus {
  if (kept === null) return "server-only";
  if (known === null) return "unknown";
  if (kept.proof !== null) return "whole";
  return known.state === "closed" || known.state === "cancelled" ? "unsigned" : "waits";
}
