import type { CheckpointFinding } from "../checkpoints/check-log.ts";
import { type BallotTrace, lost, no, openAnswer, type VoteAnswer, yes } from "./ballot-trace.ts";
import type { KeptReceipt } from "./receipt.ts";

/**
 * Answers whether the log continues the history that the server signed for when the receipt was made.
 *
 * @param trace the log's entries about the receipt's ballot, and its lost parts
 * @param found how the log relates to the receipt's checkpoint; null for a log that does not name its signers
 */
export function sameHistory(
  { proof }: Pick<KeptReceipt, "proof">,
  trace: Pick<BallotTrace, "lost" | "part">,
  found: () => CheckpointFinding | null,
): VoteAnswer {
  if (proof === null && trace.part !== null) {
    return lost("unsignedLost");
  }
  if (proof === null) {
    return openAnswer("unsigned");
  }
  const finding = found();
  if (finding === null) return no("noSigners");
  if (finding.kind === "no-checkpoint") {
    return no("noCheckpoint");
  }
  const { size } = finding.checkpoint;
  const part = finding.kind === "holds" ? null : trace.lost.behind(finding.checkpoint);
  if (part !== null) {
    return lost("signedLost", { size, count: part.seq - 1 });
  }
  if (finding.kind === "truncated") {
    return no("truncated", { count: finding.entryCount, size });
  }
  if (finding.kind === "other-log") {
    return no("otherHistory", { size });
  }
  return yes("sameHistory", { size, count: finding.cosigned.length });
}
