import { fingerprintGroups } from "./fingerprint.ts";
import type { BallotReceipt } from "./receipt.ts";
import { receiptWords } from "./words.ts";

/** The receipt with the name of its study, which entries do not contain. */
export type ReceiptFacts = BallotReceipt & { readonly studyName: string };

/** Returns the receipt as readable text: the entry, its words and its fingerprint, without the verdicts. */
export function receiptText(facts: ReceiptFacts): string {
  return [
    `Receipt of a sealed ballot: ${facts.studyName}, round ${facts.round}`,
    `Entry ${facts.seq} of the log of study ${facts.study}`,
    `Seat ${facts.seat}, version ${facts.version} of this seat's ballot`,
    `Sealed ${new Date(facts.at).toISOString()}`,
    `In words ${receiptWords(facts.hash).join(" ")}`,
    `Fingerprint ${fingerprintGroups(facts.hash)}`,
  ].join("\n");
}
