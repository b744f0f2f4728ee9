import type { VoteReport } from "#server/log/receipts/check-vote.ts";
import type { KeptReceipt } from "#server/log/receipts/receipt.ts";

/** Reads the log as it is now, once, and holds it against receipts: one report each, by entry. */
export async function checkReceipts(
  studyId: string,
  receipts: readonly KeptReceipt[],
  own: readonly KeptReceipt[],
): Promise<ReadonlyMap<number, VoteReport>> {
  const [{ checkVote }, answer] = await Promise.all([
    import("#server/log/receipts/check-vote.ts"),
    fetch(`/api/studies/${studyId}/log`),
  ]);
  if (!answer.ok) throw new Error(`the log was refused: ${answer.status}`);
  const lines = (await answer.text()).split("\n").slice(0, -1);
  return new Map(receipts.map((receipt) => [receipt.seq, checkVote(lines, receipt, own)]));
}
