import type { Entry } from "#server/audit-log/entries.ts";
import { LogError } from "#server/audit-log/errors.ts";
import type { CheckpointFinding } from "#server/audit-log/notes/check-log.ts";
import { BallotTrace, openAnswer, type VoteReason } from "#server/audit-log/receipts/ballot-trace.ts";
import { readReceiptFile } from "#server/audit-log/receipts/file.ts";
import { sameHistory } from "#server/audit-log/receipts/history.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { ProblemCollector } from "./findings.ts";
import { type ReceiptAnswers, type ReceiptReport, receiptQuestions } from "./report.ts";

/** A receipt file to be checked. */
export type GivenReceipt = { readonly name: string; readonly text: string };

type LogRead = {
  readonly findingOf: (note: string) => CheckpointFinding | null;
  readonly readTo: number | null;
};

type TracedReceipt = { readonly name: string; readonly receipt: KeptReceipt; readonly trace: BallotTrace };

/** Compares auditors' kept receipts with the log. */
export class Receipts {
  readonly #findings: ProblemCollector;
  readonly #traced: TracedReceipt[] = [];
  readonly #refused: ReceiptReport[] = [];
  #study: string | null = null;

  constructor(given: readonly GivenReceipt[], findings: ProblemCollector) {
    this.#findings = findings;
    for (const { name, text } of given) this.#read(name, text);
  }

  /** The checkpoints in the receipts. */
  get notes(): string[] {
    return this.#traced.flatMap(({ receipt: { proof } }) => (proof === null ? [] : [proof.note]));
  }

  take(entry: Entry, hash: string): void {
    this.#study ??= entry.study;
    for (const { trace } of this.#traced) trace.take(entry.seq, entry, hash);
  }

  /**
   * @param findingOf returns how the log relates to a checkpoint; null for a log that does not name its signers
   * @param readTo the last entry that could be read; null if that is the end of the log
   */
  end(findingOf: (note: string) => CheckpointFinding | null, readTo: number | null): ReceiptReport[] {
    const own = this.#traced.map(({ receipt }) => receipt);
    const answered = this.#traced.map((one) => this.#answer(one, own, { findingOf, readTo }));
    this.#findings.seq = 0;
    return [...this.#refused, ...answered];
  }

  #answer(
    { name, receipt, trace }: TracedReceipt,
    own: readonly KeptReceipt[],
    { findingOf, readTo }: LogRead,
  ): ReceiptReport {
    const { study, round, seq, seat, proof } = receipt;
    const ballot = { round, seq };
    if (this.#study !== null && study !== this.#study) {
      return this.#refuse(name, "one of this study", `one of ${study}`, ballot);
    }
    const answers: ReceiptAnswers =
      readTo === null
        ? {
            inLog: trace.inLog(),
            history: sameHistory(receipt, trace, () => findingOf(proof?.note ?? "")),
            counted: trace.counted(own.filter((one) => one.seat === seat && one.round === round)),
            shown: trace.shown(),
          }
        : { ...unread(readTo), ...(seq <= readTo && { inLog: trace.inLog() }) };
    this.#findings.seq = seq;
    for (const [key, question] of receiptQuestions) {
      const { answer, why } = answers[key];
      const what = `receipt ${name}: ${question.toLowerCase()}`;
      this.#findings.require(answer !== "no", what, "what the receipt says", reasonWords(why));
    }
    return { name, ballot, answers };
  }

  #read(name: string, text: string): void {
    try {
      const receipt = readReceiptFile(text);
      this.#traced.push({ name, receipt, trace: new BallotTrace(receipt) });
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#refused.push(this.#refuse(name, "a whole receipt", error.message, null));
    }
  }

  #refuse(name: string, expected: string, found: string, ballot: ReceiptReport["ballot"]): ReceiptReport {
    this.#findings.seq = 0;
    this.#findings.require(false, `receipt ${name}`, expected, found);
    return { name, ballot, answers: null };
  }
}

/** Describes in English why an answer is no. */
function reasonWords({ kind, seq, size, count, text }: VoteReason): string {
  switch (kind) {
    case "noEntry":
      return `The log has no entry ${seq} that can be read.`;
    case "otherEntry":
      return `Entry ${seq} of the log is another one.`;
    case "foreignBallot":
      return `Entry ${seq} is a later ballot of the seat, of which no receipt is here.`;
    case "notOpened":
      return "The round was closed without opening the ballot.";
    case "otherOpened":
      return "The close opened another ballot for the seat.";
    case "otherOpening":
      return "The log opened this round with other people, chances or settings.";
    case "shownOther":
      return "The log says that something else was shown.";
    case "noSigners":
      return "The log does not say who signs for it.";
    case "noCheckpoint":
      return `The checkpoint of the receipt is not from this log: ${text}.`;
    case "truncated":
      return `The log has ${count} entries; the receipt holds a signature for ${size}.`;
    case "otherHistory":
      return `The first ${size} entries are others than the server signed for.`;
    default:
      return kind;
  }
}

/**
 * Returns the answers for a log that does not fit together: everything behind the break is undetermined, because it was
 * not read.
 */
function unread(readTo: number): ReceiptAnswers {
  const answer = openAnswer("readOnlyTo", { seq: readTo });
  return { inLog: answer, history: answer, counted: answer, shown: answer };
}
