import * as say from "#messages/differences.ts";
import type { CheckpointFinding } from "#server/audit-log/checkpoints/check-log.ts";
import type { Entry } from "#server/audit-log/entries.ts";
import { LogError } from "#server/audit-log/errors.ts";
import { BallotTrace, openAnswer } from "#server/audit-log/receipts/ballot-trace.ts";
import { readReceiptFile } from "#server/audit-log/receipts/file.ts";
import { sameHistory } from "#server/audit-log/receipts/history.ts";
import type { KeptReceipt } from "#server/audit-log/receipts/receipt.ts";
import type { ProblemCollector } from "./findings.ts";
import { type ReceiptAnswers, type ReceiptReport, receiptQuestions } from "./report.ts";
import { voteReasonWords } from "./vote-reason.ts";

/** A receipt file to be checked. */
export type GivenReceipt = { readonly name: string; readonly text: string };

type LogRead = {
  readonly findingOf: (note: string) => CheckpointFinding | null;
  readonly readTo: number | null;
};

type TracedReceipt = { readonly name: string; readonly receipt: KeptReceipt; readonly trace: BallotTrace };

/** Compares receipts that auditors saved with the log. */
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
      this.#findings.seq = 0;
      this.#findings.require(false, say.receipt({ name }), say.ofThisStudy(), say.ofStudy({ study }));
      return { name, ballot, answers: null };
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
    for (const key of receiptQuestions) {
      const { answer, why } = answers[key];
      const what = say.receiptQuestion({ name, question: key });
      this.#findings.require(answer !== "no", what, say.asReceiptSays(), voteReasonWords(why));
    }
    return { name, ballot, answers };
  }

  #read(name: string, text: string): void {
    try {
      const receipt = readReceiptFile(text);
      this.#traced.push({ name, receipt, trace: new BallotTrace(receipt) });
    } catch (error) {
      if (!(error instanceof LogError)) throw error;
      this.#findings.refuse(say.receipt({ name }), say.wholeReceipt(), error);
      this.#refused.push({ name, ballot: null, answers: null });
    }
  }
}

/**
 * Returns the answers for a log with a broken chain: everything after the break is undetermined, because it was not
 * read.
 */
function unread(readTo: number): ReceiptAnswers {
  const answer = openAnswer("readOnlyTo", { seq: readTo });
  return { inLog: answer, history: answer, counted: answer, shown: answer };
}
