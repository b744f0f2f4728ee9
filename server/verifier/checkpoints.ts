import { type CheckpointKeys, checkAgainstCheckpoint } from "#server/log/notes/check-log.ts";
import type { Findings } from "./findings.ts";

/** Collects the hashes that kept checkpoints are held against; nothing where none was given. */
export class Checkpoints {
  readonly #notes: readonly string[];
  readonly #findings: Findings;
  readonly #hashes: string[] = [];

  constructor(notes: readonly string[], findings: Findings) {
    this.#notes = notes;
    this.#findings = findings;
  }

  take(hash: string): void {
    if (this.#notes.length > 0) this.#hashes.push(hash);
  }

  /** @returns how many entries from the first one on a witness vouches for */
  end(keys: CheckpointKeys | null): number {
    if (keys === null) return 0;
    return this.#notes.reduce((most, note) => Math.max(most, this.#witnessed(note, keys)), 0);
  }

  #witnessed(note: string, keys: CheckpointKeys): number {
    const findings = this.#findings;
    const found = checkAgainstCheckpoint(this.#hashes, note, keys);
    if (found.kind === "no-checkpoint") {
      findings.require(false, "checkpoint", "one of this log, signed by its key", found.why);
      return 0;
    }
    const { size, root } = found.checkpoint;
    if (found.kind === "truncated")
      findings.same("entries that a checkpoint covers", `${size} or more`, found.entryCount);
    if (found.kind === "other-log") {
      findings.require(
        false,
        "checkpoint",
        `the log of ${size} entries with the root ${root}`,
        "another log",
      );
    }
    return found.kind === "holds" && found.cosigned.length > 0 ? size : 0;
  }
}
