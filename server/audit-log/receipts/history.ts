import type { CheckpointFinding } from "../notes/check-log.ts";
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
    return lost("Your ballot was lost before the server had signed for it.");
  }
  if (proof === null) {
    return openAnswer(
      "No checkpoint covers your ballot yet: the server signs for it once the round has ended.",
    );
  }
  const finding = found();
  if (finding === null) return no("The log does not say who signs for it, so it is another one.");
  if (finding.kind === "no-checkpoint") {
    return no(`The checkpoint of your receipt is none of this log: ${finding.why}.`);
  }
  const { size } = finding.checkpoint;
  const part = finding.kind === "holds" ? null : trace.lost.behind(finding.checkpoint);
  if (part !== null) {
    return lost(
      `Of the ${size} entries that the server signed for when you got your receipt ${part.seq - 1} are left: the log says itself that it lost the others.`,
    );
  }
  if (finding.kind === "truncated") {
    return no(`The log has ${finding.entryCount} entries; your receipt holds a signature for ${size}.`);
  }
  if (finding.kind === "other-log") {
    return no(
      `The first ${size} entries are others than the server signed for when you got your receipt. The signature in it proves that.`,
    );
  }
  return yes(`The first ${size} entries are those that the server signed for${witnessWords(finding)}.`);
}

function witnessWords({ cosigned }: CheckpointFinding & { kind: "holds" }): string {
  if (cosigned.length === 0) return "";
  return `, and so did ${cosigned.length === 1 ? "a witness" : `${cosigned.length} witnesses`} outside`;
}
