import { z } from "zod";
import { annulVotesSchema } from "../annulment-schemas.ts";
import { orderVerdicts } from "../ballots.ts";
import { canonicalJson, parseCanonical } from "../canonical.ts";
import { readLine } from "../chain.ts";
import { LogError } from "../errors.ts";
import { verdictsSchema } from "../fields.ts";
import { entryHash } from "../hash.ts";
import { isProofFile, type ProofFile, parseProofFile, proofText } from "./proof-file.ts";
import { ballotReceipt, type KeptReceipt, receiptLine } from "./receipt.ts";
import { requireWhole } from "./whole.ts";

/** The data that a reader needs in addition to the entry itself. */
const extraSchema = z.strictObject({
  entry: z.string(),
  opening: z.string(),
  salt: z.string(),
  nonce: z.string(),
  shown: z.string(),
  verdicts: verdictsSchema,
  votes: annulVotesSchema.exactOptional(),
});

/**
 * Returns the receipt as a file to keep: a C2SP tlog-proof, or the same parts without a proof until a checkpoint covers
 * the entry.
 *
 * @throws LogError "not-hex"
 */
export function receiptFile(receipt: KeptReceipt): { name: string; text: string } {
  const { round, seq, opening, salt, nonce, shown, votes, proof } = receipt;
  const verdicts = orderVerdicts(receipt.verdicts);
  const content = { verdicts, ...(votes && { votes }) };
  const extra = canonicalJson({ entry: receiptLine(receipt), opening, salt, nonce, shown, ...content });
  const name = `receipt-round-${round}-entry-${seq}`;
  if (proof === null) return { name: `${name}.json`, text: `${extra}\n` };
  return { name: `${name}.tlog-proof`, text: proofText({ extra, index: seq - 1, ...proof }) };
}

/**
 * Reads a file that {@link receiptFile} wrote. It checks everything that the file can show by itself. Whether the log's
 * key signed its checkpoint can only be checked with the log.
 *
 * @throws LogError "receipt-shape" or "receipt-entry", and the codes of any invalid part
 */
export function readReceiptFile(text: string): KeptReceipt {
  const file = isProofFile(text) ? parseProofFile(text) : null;
  const extra = extraSchema.safeParse(parseCanonical(file?.extra ?? text.replace(/\n$/, "")));
  if (!extra.success) throw new LogError("receipt-shape", "not a receipt: its parts are invalid");
  const { entry: line, ...own } = extra.data;
  const entry = readLine(line);
  if (entry.type !== "ballot.sealed")
    throw new LogError("receipt-shape", "not a receipt: its entry is not a ballot");
  const { key, signature } = entry.body;
  const proof = file === null ? null : proofIn(file, entry.seq);
  const receipt = { ...ballotReceipt(entry, entryHash(line)), ...own, key, signature, proof };
  requireWhole(receipt);
  return receipt;
}

function proofIn({ index, hashes, note }: ProofFile, seq: number): KeptReceipt["proof"] {
  if (index === seq - 1) return { hashes, note };
  throw new LogError("receipt-entry", `its index is ${index}, but its entry is number ${seq}`);
}
