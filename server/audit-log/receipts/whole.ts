import { ballotCommitment, ballotMessage, nonceHash } from "../ballots.ts";
import { type Checkpoint, parseCheckpoint } from "../checkpoints/checkpoint.ts";
import { readLogName } from "../checkpoints/log-name.ts";
import { parseNote } from "../checkpoints/note.ts";
import { LogError } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { isSigned } from "../signatures.ts";
import { verifyInclusion } from "../tree/verify.ts";
import { type KeptReceipt, type ReceiptProof, receiptLine } from "./receipt.ts";

/**
 * Checks that the parts of a receipt match. Verdicts, salt, nonce, what was shown and the opening must match
 * the commitment; the commitment must match the signature of the seat's key; the entry must match the checkpoint.
 *
 * @throws LogError "receipt-entry", "receipt-ballot", "receipt-signature", as {@link requireProof}; "not-hex",
 *   "verdict-order"
 */
export function requireWhole(receipt: KeptReceipt): void {
  const { nonce, commitment, key, signature, proof } = receipt;
  const bound = { ...receipt, nonceHash: nonceHash(nonce) };
  if (entryHash(receiptLine(receipt)) !== receipt.hash) {
    throw new LogError("receipt-entry", "its parts do not match its entry");
  }
  if (ballotCommitment(bound) !== commitment) {
    throw new LogError("receipt-ballot", "its verdicts, or the data shown, do not match its entry");
  }
  if (!isSigned(key, ballotMessage(bound), signature)) {
    throw new LogError("receipt-signature", "the key of its seat did not sign it");
  }
  if (proof !== null) requireProof(receipt, proof);
}

/**
 * Checks that a checkpoint is of the receipt's study and that its tree holds the receipt's entry. It does not check who
 * signed it.
 *
 * @throws LogError "checkpoint-origin", "checkpoint-differs", "note-shape", "checkpoint-shape"
 */
export function requireProof(
  { study, seq, hash }: Pick<KeptReceipt, "study" | "seq" | "hash">,
  { hashes, note }: ReceiptProof,
): Checkpoint {
  const checkpoint = parseCheckpoint(parseNote(note).text);
  const { origin, size, root } = checkpoint;
  if (!readLogName(origin).first.endsWith(`/${study}`)) {
    throw new LogError("checkpoint-origin", `its checkpoint is of ${origin}`);
  }
  if (verifyInclusion({ leaf: hash, index: seq - 1, size, proof: hashes, root })) return checkpoint;
  throw new LogError("checkpoint-differs", "its inclusion proof does not match its entry and its checkpoint");
}
