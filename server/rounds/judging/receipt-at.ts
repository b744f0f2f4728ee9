import { findEntry } from "#db/queries/log.ts";
import type { Reader } from "#db/store/store.ts";
import { readLine } from "#server/audit-log/chain.ts";
import { type BallotReceipt, ballotReceipt } from "#server/audit-log/receipts/receipt.ts";

/** Returns the receipt of the ballot whose entry is number `seq`: the same bytes on every call. */
export async function receiptAt(db: Reader, studyId: string, seq: number): Promise<BallotReceipt> {
  const row = await findEntry(db, studyId, seq);
  // Stryker disable next-line ConditionalExpression: a ballot and its entry are written together
  if (row === undefined) throw new Error(`study ${studyId} has a ballot without its entry ${seq}`);
  const entry = readLine(row.entry);
  if (entry.type !== "ballot.sealed") throw new Error(`entry ${seq} of study ${studyId} is no ballot`);
  return ballotReceipt(entry, row.hash);
}
