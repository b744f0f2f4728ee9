import * as say from "#messages/differences.ts";
import {
  type CheckpointFinding,
  type CheckpointKeys,
  checkAgainstCheckpoint,
} from "#server/audit-log/checkpoints/check-log.ts";
import { NotedTree } from "#server/audit-log/checkpoints/noted-tree.ts";
import type { ProblemCollector } from "./findings.ts";
import type { LostHistory } from "./study.ts";

/** Compares the log with checkpoints that the reader saved. */
export class Checkpoints {
  readonly #notes: readonly string[];
  readonly #others: readonly string[];
  readonly #findings: ProblemCollector;
  readonly #tree: NotedTree;
  readonly #found = new Map<string, CheckpointFinding>();

  /** @param others checkpoints of receipts, which report their own problems */
  constructor(notes: readonly string[], others: readonly string[], findings: ProblemCollector) {
    this.#notes = notes;
    this.#others = others;
    this.#findings = findings;
    this.#tree = new NotedTree([...notes, ...others]);
  }

  take(hash: string): void {
    this.#tree.take(hash);
  }

  /** @param note one of the given notes */
  find(note: string, keys: CheckpointKeys): CheckpointFinding {
    const found = this.#found.get(note) ?? checkAgainstCheckpoint(this.#tree, note, keys);
    this.#found.set(note, found);
    return found;
  }

  /** Reports differences. @returns the largest number of entries that a witness cosigned, counted from the first */
  end(keysOf: (note: string) => CheckpointKeys | null, lost: readonly LostHistory[]): number {
    const found = (notes: readonly string[]) =>
      notes.flatMap((note) => {
        const keys = keysOf(note);
        return keys === null ? [] : [this.find(note, keys)];
      });
    for (const one of found(this.#notes)) if (!this.#isOfLost(one, lost)) this.#require(one);
    return found([...this.#notes, ...this.#others])
      .map(witnessedBy)
      .reduce((most, size) => Math.max(most, size), 0);
  }

  /**
   * Checks whether a checkpoint covers entries that the log itself declares lost; such a checkpoint is not a sign of
   * forgery. The log must declare the largest one that was signed.
   */
  #isOfLost(found: CheckpointFinding, lost: readonly LostHistory[]): boolean {
    if (found.kind !== "truncated" && found.kind !== "other-log") return false;
    const { origin, size } = found.checkpoint;
    const isLost = lost.some(
      ({ keys, kept, signed }) => keys.origin === origin && kept < size && size <= signed,
    );
    this.#findings.reserve("lost-checkpoint", isLost ? 1 : 0);
    return isLost;
  }

  #require(found: CheckpointFinding): void {
    const findings = this.#findings;
    if (found.kind === "no-checkpoint") {
      findings.refuse(say.checkpoint(), say.oneOfThisLog(), found.why);
      return;
    }
    const { size, root } = found.checkpoint;
    if (found.kind === "truncated")
      findings.same(say.entriesCovered(), say.orMore({ count: String(size) }), found.entryCount);
    if (found.kind === "other-log") {
      findings.require(
        false,
        say.checkpoint(),
        say.logOfRoot({ size: String(size), root }),
        say.anotherLog(),
      );
    }
  }
}

function witnessedBy(found: CheckpointFinding): number {
  return found.kind === "holds" && found.cosigned.length > 0 ? found.checkpoint.size : 0;
}
