import type { AnnulVote } from "../annulments.ts";
import { nonceHash } from "../ballots.ts";
import { canonicalJson } from "../canonical.ts";
import type { Entry } from "../entries.ts";
import type { Verdict } from "../verdicts.ts";

/** The server's receipt for a recorded ballot: the same bytes on every retry. */
export type BallotReceipt = {
  readonly study: string;
  readonly round: number;
  readonly seat: string;
  readonly version: number;
  readonly seq: number;
  /** Hash of the previous entry. */
  readonly prev: string;
  readonly hash: string;
  readonly commitment: string;
  readonly at: number;
};

/** The receipt with the data about the ballot that only its author has, stored on the device that made it. */
export type KeptReceipt = BallotReceipt & {
  /** Hash of the round's opening. */
  readonly opening: string;
  readonly salt: string;
  readonly nonce: string;
  readonly shown: string;
  readonly key: string;
  readonly signature: string;
  /** The verdicts as given, in any order. */
  readonly verdicts: readonly Verdict[];
  /** One for each proposal of the round's opening; absent if it carries none. */
  readonly votes?: readonly AnnulVote[];
  /** null until a checkpoint covers the ballot's entry, which happens only after the round has ended. */
  readonly proof: ReceiptProof | null;
};

/** A proof that the ballot's entry is in a tree that the server signed for. */
export type ReceiptProof = {
  /** From the entry's sibling up. */
  readonly hashes: readonly string[];
  /** The signed checkpoint, with cosignatures. */
  readonly note: string;
};

/** Returns the receipt of an entry: every part of it comes from the entry and its hash. */
export function ballotReceipt(
  { study, seq, prev, at, body }: Pick<Entry<"ballot.sealed">, "study" | "seq" | "prev" | "at" | "body">,
  hash: string,
): BallotReceipt {
  const { round, seat, version, commitment } = body;
  return { study, round, seat, version, seq, prev, hash, commitment, at };
}

/** Returns the log line of a receipt, rebuilt from its parts. @throws LogError "not-hex" */
export function receiptLine(receipt: KeptReceipt): string {
  const { study, seq, prev, at, round, seat, version, commitment, key, signature, nonce } = receipt;
  const body = { round, seat, version, commitment, nonceHash: nonceHash(nonce), key, signature };
  return canonicalJson({ v: 1, study, seq, prev, at, type: "ballot.sealed", body });
}
