import { genesisPrev, readLine } from "./chain.ts";
import type { Entry, EntryType } from "./entries.ts";
import { LogError, type LogErrorCode } from "./errors.ts";
import { entryHash } from "./hash.ts";

/** An entry that somebody holds the hash of, from a receipt or a checkpoint: the head, or any earlier one. */
export type ChainPoint = { readonly seq: number; readonly hash: string };

/** Every way in which a line does not continue the chain; the codes of LogError where it cannot be read at all. */
export type ChainFlawCode =
  | LogErrorCode
  | "empty"
  | "not-utf-8"
  | "study-differs"
  | "seq-differs"
  | "prev-differs"
  | "known-hash-differs"
  | "known-entry-missing";

/** The first line that is wrong, counted from 1, and what differs there. */
export type ChainFlaw = {
  readonly line: number;
  readonly code: ChainFlawCode;
  readonly message: string;
};

export type ChainReport = {
  readonly isWhole: boolean;
  readonly firstBad: ChainFlaw | null;
  readonly lineCount: number;
  /** Entries before the first bad line. */
  readonly entryCount: number;
  readonly countByType: { readonly [Type in EntryType]?: number };
  /** The last of these entries, or null if there is none. */
  readonly head: ChainPoint | null;
};

/**
 * Checks that lines form one chain from entry 1 on: canonical, of known types, numbered without gaps, each carrying the
 * hash of the one before. Whoever holds a hash from outside learns that everything up to it is unchanged; without one, a
 * log that was rewritten from some entry to its end looks whole.
 *
 * @param lines without their LF; as bytes where the file itself is checked, because decoding elsewhere may hide a change
 * @param known hashes held from outside
 * @returns a report; a broken chain is a result, not an exception. After the first bad line the rest is only counted
 */
export function checkChain(
  lines: Iterable<string | Uint8Array>,
  known: readonly ChainPoint[] = [],
): ChainReport {
  const walk = new ChainWalk(known);
  for (const line of lines) {
    walk.take(line);
  }
  return walk.end();
}

class ChainWalk {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  private readonly unmet: Map<number, ChainPoint[]>;
  private readonly countByType: { [Type in EntryType]?: number } = {};
  private lineCount = 0;
  private last: { readonly entry: Entry; readonly hash: string } | null = null;
  private firstBad: ChainFlaw | null = null;

  constructor(known: readonly ChainPoint[]) {
    this.unmet = Map.groupBy(known, (point) => point.seq);
  }

  take(line: string | Uint8Array): void {
    this.lineCount += 1;
    if (this.firstBad !== null) {
      return;
    }
    try {
      this.follow(typeof line === "string" ? line : this.decode(line));
    } catch (error) {
      if (!(error instanceof Flaw || error instanceof LogError)) {
        throw error;
      }
      this.firstBad = { line: this.lineCount, code: error.code, message: error.message };
    }
  }

  end(): ChainReport {
    const head = this.last === null ? null : { seq: this.last.entry.seq, hash: this.last.hash };
    const firstBad = this.firstBad ?? this.whatIsMissing();
    const { lineCount, countByType } = this;
    return { isWhole: firstBad === null, firstBad, lineCount, entryCount: head?.seq ?? 0, countByType, head };
  }

  private decode(bytes: Uint8Array): string {
    try {
      return this.decoder.decode(bytes);
    } catch (cause) {
      throw new Flaw("not-utf-8", "the line is not UTF-8", { cause });
    }
  }

  private follow(line: string): void {
    const entry = readLine(line);
    this.compareWithLast(entry);
    const hash = entryHash(line);
    this.meetKnown(entry.seq, hash);
    this.last = { entry, hash };
    this.countByType[entry.type] = (this.countByType[entry.type] ?? 0) + 1;
  }

  private compareWithLast(entry: Entry): void {
    const { seq, at } = this.last?.entry ?? { seq: 0, at: 0 };
    const hash = this.last?.hash ?? genesisPrev;
    const study = this.last?.entry.study ?? entry.study;
    if (entry.seq !== seq + 1) {
      throw new Flaw("seq-differs", `expected entry ${seq + 1}, found entry ${entry.seq}`);
    }
    if (entry.study !== study) {
      throw new Flaw("study-differs", `expected study ${study}, found study ${entry.study}`);
    }
    if (entry.prev !== hash) {
      const where = `the entry before has the hash ${hash}, this one names ${entry.prev}`;
      throw new Flaw("prev-differs", `${where}: one of the two was changed`);
    }
    if (entry.at < at) {
      throw new LogError("time-goes-back", `expected a time of at least ${at}, found ${entry.at}`);
    }
  }

  private meetKnown(seq: number, hash: string): void {
    for (const point of this.unmet.get(seq) ?? []) {
      if (point.hash !== hash) {
        throw new Flaw(
          "known-hash-differs",
          `expected the hash ${point.hash}, which was seen before, found ${hash}`,
        );
      }
    }
    this.unmet.delete(seq);
  }

  private whatIsMissing(): ChainFlaw | null {
    const line = this.lineCount + 1;
    if (this.lineCount === 0) {
      return { line, code: "empty", message: "the log has no entry" };
    }
    const [point] = [...this.unmet.values()].flat();
    if (point === undefined) {
      return null;
    }
    const message = `entry ${point.seq} was seen before with the hash ${point.hash}; the log ends without it`;
    return { line, code: "known-entry-missing", message };
  }
}

/** A line that can be read but does not continue the chain; it never leaves this file. */
class Flaw extends Error {
  readonly code: ChainFlawCode;

  constructor(code: ChainFlawCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
