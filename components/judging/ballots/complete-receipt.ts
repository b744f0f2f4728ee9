import type { useTRPCClient } from "#components/ui/api/provider.tsx";
import { openCheckpoint } from "#server/audit-log/checkpoints/check-log.ts";
import { parseNote } from "#server/audit-log/checkpoints/note.ts";
import { LogError } from "#server/audit-log/errors.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import { requireProof } from "#server/audit-log/receipts/whole.ts";
import { logErrorWords } from "#server/verifier/log-error-words.ts";
import { keepReceipt, type ReceiptOwner } from "./kept-receipts.ts";

type Client = ReturnType<typeof useTRPCClient>;

/** A receipt with the proofs it has so far. */
export type Completed = {
  readonly receipt: KeptReceipt;
  /** Describes an answer of the server that does not prove this ballot; null if nothing is wrong. */
  readonly trouble: string | null;
};

/**
 * Returns whether a receipt is complete: it has the server's signature and one of each witness. A note that cannot be
 * read has none, so that the server is asked for another one.
 */
export function isComplete({ proof }: Pick<KeptReceipt, "proof">, witnessCount: number): boolean {
  return proof !== null && signatureCount(proof.note) > witnessCount;
}

function signatureCount(note: string): number {
  try {
    return parseNote(note).signatures.length;
  } catch (error) {
    if (error instanceof LogError) return 0;
    throw error;
  }
}

/**
 * Adds the checkpoint that covers a ballot to its receipt once there is one, and cosignatures that arrive later.
 * Stores nothing that does not prove this very ballot.
 */
export async function completeReceipt(
  client: Client,
  owner: ReceiptOwner,
  receipt: KeptReceipt,
): Promise<Completed> {
  const given = await client.rounds.receiptProof.query({ studyId: owner.studyId, seq: receipt.seq });
  if (given === null) return { receipt, trouble: null };
  const { keys, ...proof } = given;
  try {
    requireProof(receipt, proof);
    const opened = openCheckpoint(proof.note, keys);
    if ("why" in opened) throw opened.why;
    const before = receipt.proof === null ? null : openCheckpoint(receipt.proof.note, keys);
    const known = before !== null && "cosigned" in before ? before.cosigned.length : -1;
    if (opened.cosigned.length <= known) return { receipt, trouble: null };
    const complete = { ...receipt, proof };
    await keepReceipt(owner, complete);
    return { receipt: complete, trouble: null };
  } catch (error) {
    return { receipt, trouble: error instanceof LogError ? logErrorWords(error) : String(error) };
  }
}
