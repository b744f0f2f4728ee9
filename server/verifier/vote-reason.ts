import * as t from "#messages/receipts.ts";
import type { VoteReason } from "#server/audit-log/receipts/ballot-trace.ts";

/** Describes why the answer to a question about a receipt is so. */
export function voteReasonWords({
  kind,
  seq = 0,
  last = 0,
  size = 0,
  count = 0,
  text = "",
}: VoteReason): string {
  return t.reason({ kind, seq, last, size, count, text });
}
