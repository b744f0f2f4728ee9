import { VoteCheck } from "#server/audit-log/receipts/check-vote.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { VoteReport } from "#server/audit-log/receipts/vote-questions.ts";
import { readJudging } from "#server/rounds/judging/read-judging.ts";
import { readReceiptProof } from "#server/rounds/judging/read-receipt-proof.ts";
import { keepCheckpoints } from "#server/studies/checkpoints/keep-checkpoints.ts";
import type { TestApp } from "./app.ts";
import { ballotOf, sealFrom } from "./browser.ts";

type Where = { readonly studyId: string; readonly round: number; readonly accountId: string };

/** Seals like a browser, and returns the data that the browser keeps. */
export async function sealKept(
  app: TestApp,
  where: Where,
  given: Parameters<typeof sealFrom>[2],
): Promise<KeptReceipt> {
  const judging = await readJudging(app, where);
  const receipt = await sealFrom(app, where, given);
  const { idempotencyKey: _, seat: _seat, ...made } = await ballotOf(where.studyId, judging, given);
  return { ...made, opening: judging.opening, ...receipt, proof: null };
}

/** Returns the receipt with the checkpoint that covers it. */
export async function completed(
  app: TestApp,
  { studyId, accountId }: Where,
  receipt: KeptReceipt,
): Promise<KeptReceipt> {
  await keepCheckpoints(app, studyId);
  const given = await readReceiptProof(app, { studyId, accountId, seq: receipt.seq });
  if (given === null) throw new Error(`no checkpoint covers entry ${receipt.seq}`);
  const { hashes, note } = given;
  return { ...receipt, proof: { hashes, note } };
}

/** Checks one receipt against a log with these lines. */
export function checkVote(
  lines: Iterable<string>,
  receipt: KeptReceipt,
  own: readonly KeptReceipt[] = [],
): VoteReport {
  const check = new VoteCheck([receipt], own);
  for (const line of lines) check.take(line);
  const report = check.end().get(receipt.seq);
  if (report === undefined) throw new Error("a receipt was not checked");
  return report;
}
