import { readLine } from "../chain.ts";
import { ChainWalk } from "../check-chain.ts";
import { type CheckpointKeys, checkAgainstCheckpoint } from "../checkpoints/check-log.ts";
import { NotedTree } from "../checkpoints/noted-tree.ts";
import { ifReadable } from "../errors.ts";
import { entryHash } from "../hash.ts";
import { BallotTrace, lost, no, type VoteAnswer, yes } from "./ballot-trace.ts";
import { sameHistory } from "./history.ts";
import type { KeptReceipt } from "./receipt.ts";
import type { VoteReport } from "./vote-questions.ts";

type TracedReceipt = { readonly receipt: KeptReceipt; readonly trace: BallotTrace };

/**
 * Checks a device's receipts against a log that arrives line by line: in the log, unchanged, the same history, counted,
 * and given on the data that was shown. Memory does not grow with the log.
 */
export class VoteCheck {
  readonly #own: readonly { readonly seq: number }[];
  readonly #traced: readonly TracedReceipt[];
  readonly #walk: ChainWalk;
  readonly #tree: NotedTree;
  readonly #seqs: ReadonlySet<number>;
  #keys: CheckpointKeys | null = null;
  #lineCount = 0;

  /** @param own other receipts of the same author, which may have replaced these ballots */
  constructor(receipts: readonly KeptReceipt[], own: readonly { readonly seq: number }[] = []) {
    this.#own = own;
    this.#traced = receipts.map((receipt) => ({ receipt, trace: new BallotTrace(receipt) }));
    this.#seqs = new Set(receipts.map(({ seq }) => seq));
    this.#walk = new ChainWalk(this.#seqs);
    this.#tree = new NotedTree(receipts.flatMap(({ proof }) => (proof === null ? [] : [proof.note])));
  }

  /** The number of lines so far. */
  get lineCount(): number {
    return this.#lineCount;
  }

  /** Takes the next line of the log, from its first entry on, without its LF. */
  take(line: string): void {
    this.#lineCount += 1;
    const followed = this.#walk.take(line);
    const hash = followed?.hash ?? entryHash(line);
    this.#tree.take(hash);
    const entry = followed?.entry ?? (this.#mayConcern(line) ? ifReadable(() => readLine(line)) : null);
    if (entry === null) return;
    if (this.#lineCount === 1 && entry.type === "study.created") this.#keys = entry.body.checkpoints;
    for (const { trace } of this.#traced) trace.take(this.#lineCount, entry, hash);
  }

  /** Returns one report for each receipt, by entry. A broken log is a result, not an exception. */
  end(): ReadonlyMap<number, VoteReport> {
    return new Map(this.#traced.map((one) => [one.receipt.seq, this.#reportOn(one)]));
  }

  /** After a break in the chain, any line may concern the ballot. */
  #mayConcern(line: string): boolean {
    return this.#seqs.has(this.#lineCount) || mayConcern.test(line);
  }

  #reportOn(traced: TracedReceipt): VoteReport {
    const { receipt, trace } = traced;
    return {
      inLog: trace.inLog(),
      unchanged: this.#unchanged(traced),
      history: sameHistory(receipt, trace, () => this.#findingOf(traced)),
      counted: trace.counted(this.#own),
      shown: trace.shown(),
    };
  }

  #unchanged({ receipt: { seq, hash }, trace: { part } }: TracedReceipt): VoteAnswer {
    const badLine = this.#walk.firstBadLine(part === null ? { seq, hash } : null);
    if (badLine !== null) return no("broken", { seq: badLine });
    return part === null ? yes("fits") : lost("fitsLeft");
  }

  #findingOf({
    receipt: { proof },
    trace: {
      lost: { origins },
    },
  }: TracedReceipt) {
    const keys = this.#keys;
    if (keys === null || proof === null) return null;
    // The checkpoint was signed under the name that was valid then.
    const [signedAs] = proof.note.split("\n");
    const origin = origins.find((one) => one === signedAs) ?? keys.origin;
    return checkAgainstCheckpoint(this.#tree, proof.note, { ...keys, origin });
  }
}

const mayConcern =
  /"type":"(study\.created|log\.restored|round\.(opened|closed|cancelled)|ballot\.(sealed|opened))"/;
