import { nonceHash } from "../ballots.ts";
import { canonicalJson } from "../canonical.ts";
import type { Entry } from "../entries.ts";
import type { Verdict } from "../verdicts.ts";

/** What the server says of a ballot it recorded: the same bytes on every retry. */
export type BallotReceipt = {
  readonly study: string;
  readonly round: number;
  readonly seat: string;
  readonly version: number;
  readonly seq: number;
  /** Hash of the entry before. */
  readonly prev: string;
  readonly hash: string;
  readonly commitment: string;
  readonly at: number;
};

/** The receipt with all that its author alone knows of the ballot: kept on the device that made it. */
export type KeptReceipt = BallotReceipt & {
  /** Hash of the round's opening. */
  readonly opening: string;
  readonly salt: string;
  readonly nonce: string;
  readonly shown: string;
  readonly key: string;
  readonly signature: string;
  /** As they were given, in any order. */
  readonly verdicts: readonly Verdict[];
  /** null until a checkpoint covers the ballot's entry, which none does before the round has ended. */
  readonly proof: ReceiptProof | null;
};

/** That the ballot's entry stands in a tree that the server signed for. */
export type ReceiptProof = {
  /** From the entry's sibling up. */
  readonly hashes: readonly string[];
  /** The signed checkpoint, with cosignatures. */
  readonly note: string;
};

/** The receipt that an entry gives: all of it stands in the entry, and its hash. */
export function ballotReceipt(
  { study, seq, prev, at, body }: Pick<Entry<"ballot.sealed">, "study" | "seq" | "prev" | "at" | "body">,
  hash: string,
): BallotReceipt {
  const { round, seat, version, commitment } = body;
  return { study, round, seat, version, seq, prev, hash, commitment, at };
}

/** The line of the log that a receipt is of, rebuilt from its parts. @throws LogError "not-hex" */
export function receiptLine(receipt: KeptReceipt): string {
  const { study, seq, prev, at, round, seat, version, commitment, key, signature, nonce } = receipt;
  const body = { round, seat, version, commitment, nonceHash: nonceHash(nonce), key, signature };
  return canonicalJson({ v: 1, study, seq, prev, at, type: "ballot.sealed", body });
}
