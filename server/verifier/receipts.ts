import type { Entry } from "#server/log/entries.ts";
import { LogError } from "#server/log/errors.ts";
import type { CheckpointFinding } from "#server/log/notes/check-log.ts";
import { BallotTrace } from "#server/log/receipts/ballot-trace.ts";
import { readReceiptFile } from "#server/log/receipts/file.ts";
import { sameHistory } from "#server/log/receipts/history.ts";
import type { KeptReceipt } from "#server/log/receipts/receipt.ts";
import type { Findings } from "./findings.ts";
import type { ReceiptAnswers, ReceiptReport } from "./report.ts";

/** A receipt as somebody gave it. */
export type GivenReceipt = { readonly name: string; readonly text: string };

type Traced = { readonly name: string; readonly receipt: KeptReceipt; readonly trace: BallotTrace };

/** Holds what auditors kept of their ballots against the log that is read. */
export class Receipts {
  readonly #findings: Findings;
  readonly #traced: Traced[] = [];
  readonly #refused: ReceiptReport[] = [];
  #study: string | null = null;

  constructor(given: readonly GivenReceipt[], findings: Findings) {
    this.#findings = findings;
    for (const { name, text } of given) this.#read(name, text);
  }

  /** The checkpoints in them. */
  get notes(): string[] {
    return this.#traced.flatMap(({ receipt: { proof } }) => (proof === null ? [] : [proof.note]));
  }

  take(entry: Entry, hash: string): void {
    this.#study ??= entry.study;
    for (const { trace } of this.#traced) trace.take(entry.seq, entry, hash);
  }

  /** @param findingOf what the log has to do with a checkpoint; null for a log that does not say who signs for it */
  end(findingOf: (note: string) => CheckpointFinding | null): ReceiptReport[] {
    const own = this.#traced.map(({ receipt }) => receipt);
    const answered = this.#traced.map((one) => this.#answer(one, own, findingOf));
    this.#findings.seq = 0;
    return [...this.#refused, ...answered];
  }

  #answer(
    { name, receipt, trace }: Traced,
    own: readonly KeptReceipt[],
    findingOf: (note: string) => CheckpointFinding | null,
  ): ReceiptReport {
    const { study, round, seq, seat, proof } = receipt;
    const ballot = { round, seq };
    if (this.#study !== null && study !== this.#study) {
      return this.#refuse(name, "one of this study", `one of ${study}`, ballot);
    }
    const answers: ReceiptAnswers = {
      inLog: trace.inLog(),
      history: sameHistory(receipt, () => findingOf(proof?.note ?? "")),
      counted: trace.counted(own.filter((one) => one.seat === seat && one.round === round)),
      shown: trace.shown(),
    };
    this.#findings.seq = seq;
    for (const [question, { answer, why }] of Object.entries(answers)) {
      this.#findings.require(answer !== "no", `receipt ${name}: ${question}`, "what the receipt says", why);
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
