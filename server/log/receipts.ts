import type { Entry } from "./entries.ts";
import type { Verdict } from "./verdicts.ts";

/** "b04c91e7 5da2f318 ...": groups of eight, so that two people can compare them aloud. */
export function fingerprintGroups(hash: string): string {
  return hash.match(/.{1,8}/g)?.join(" ") ?? "";
}

/** What an auditor keeps to prove later that a ballot is in the log, unchanged: the same bytes on every retry. */
export type BallotReceipt = {
  readonly study: string;
  readonly round: number;
  readonly seat: string;
  readonly version: number;
  readonly seq: number;
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
  readonly verdicts: readonly Verdict[];
};

/** The receipt that an entry gives: all of it stands in the entry, and its hash. */
export function ballotReceipt(
  { study, seq, at, body }: Pick<Entry<"ballot.sealed">, "study" | "seq" | "at" | "body">,
  hash: string,
): BallotReceipt {
  const { round, seat, version, commitment } = body;
  return { study, round, seat, version, seq, hash, commitment, at };
}

/** The receipt with the name of its study, which no entry knows. */
export type ReceiptFacts = BallotReceipt & { readonly studyName: string };

/** The receipt for people: five lines, the last of them the fingerprint of the ballot's entry. Nothing of the verdicts. */
export function receiptText(facts: ReceiptFacts): string {
  return [
    `Receipt of a sealed ballot: ${facts.studyName}, round ${facts.round}`,
    `Entry ${facts.seq} of the log of study ${facts.study}`,
    `Seat ${facts.seat}, version ${facts.version} of this seat's ballot`,
    `Sealed ${new Date(facts.at).toISOString()}`,
    `Fingerprint ${fingerprintGroups(facts.hash)}`,
  ].join("\n");
}

/** The same, for programs: the entry's own words, and what this device keeps of the ballot, if it does. */
export function receiptFile(facts: ReceiptFacts & Partial<KeptReceipt>): { name: string; text: string } {
  const { studyName, ...receipt } = facts;
  return {
    name: `receipt-round-${facts.round}-entry-${facts.seq}.json`,
    text: `${JSON.stringify(receipt, null, 2)}\n`,
  };
}
