import { genesisPrev, readLine } from "./chain.ts";
import type { Entry, EntryType } from "./entries.ts";
import { LogError, type LogErrorCode } from "./errors.ts";
import { entryHash } from "./hash.ts";

/** An entry whose hash is known from a receipt or a checkpoint: the head, or any earlier entry. */
export type ChainPoint = { readonly seq: number; readonly hash: string };

/** Every way in which a line can fail to continue the chain. Lines that cannot be read have the codes of LogError. */
export type ChainFlawCode =
  | LogErrorCode
  | "empty"
  | "not-utf-8"
  | "study-differs"
  | "seq-differs"
  | "prev-differs"
  | "known-hash-differs"
  | "known-entry-missing";

/** An entry that continues the chain. */
export type FollowedEntry = { readonly entry: Entry; readonly hash: string };

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
  /** Entries before the first line that does not continue the chain. */
  readonly entryCount: number;
  readonly countByType: { readonly [Type in EntryType]?: number };
  /** The last of these entries, or null if there is none. */
  readonly head: ChainPoint | null;
};

/**
 * Checks that lines form one chain from entry 1 on: canonical, of known types, numbered without gaps, each with the
 * hash of the previous line. A hash known from elsewhere proves that everything up to it is unchanged. Without one, a
 * log that was rewritten from some entry to its end looks intact.
 *
 * @param lines without their LF; as bytes where the file itself is checked, because decoding elsewhere may hide a
 *   change
 * @param known hashes known from elsewhere
 * @returns a report; a broken chain is a result, not an exception. After the first bad line the rest is only counted
 */
export function checkChain(
  lines: Iterable<string | Uint8Array>,
  known: readonly ChainPoint[] = [],
): ChainReport {
  const walk = new ChainWalk(known.map(({ seq }) => seq));
  for (const line of lines) {
    walk.take(line);
  }
  return walk.report(known);
}

/** Does {@link checkChain} for lines that arrive one after another. Memory does not grow with their number. */
export class ChainWalk {
  private readonly decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  private readonly asked: ReadonlySet<number>;
  /** Hashes of the requested entries. */
  private readonly hashes = new Map<number, string>();
  private readonly countByType: { [Type in EntryType]?: number } = {};
  private lineCount = 0;
  private last: FollowedEntry | null = null;
  private firstBad: ChainFlaw | null = null;

  /** @param asked the entries whose hash may be known from elsewhere */
  constructor(asked: Iterable<number>) {
    this.asked = new Set(asked);
  }

  /** @returns the entry and its hash; null if the line, or one before it, does not continue the chain */
  take(line: string | Uint8Array): FollowedEntry | null {
    this.lineCount += 1;
    if (this.firstBad !== null) {
      return null;
    }
    try {
      this.last = this.follow(typeof line === "string" ? line : this.decode(line));
      return this.last;
    } catch (error) {
      // Stryker disable next-line BlockStatement: a line makes no other error, so no test can reach it
      if (!(error instanceof Flaw || error instanceof LogError)) {
        throw error;
      }
      this.firstBad = { line: this.lineCount, code: error.code, message: error.message };
      return null;
    }
  }

  /** @param known hashes of entries that were requested */
  report(known: readonly ChainPoint[]): ChainReport {
    const head = this.last === null ? null : { seq: this.last.entry.seq, hash: this.last.hash };
    const firstBad = this.firstDiffering(known) ?? this.firstBad ?? this.whatIsMissing(known);
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

  private follow(line: string): FollowedEntry {
    const entry = readLine(line);
    this.compareWithLast(entry);
    const hash = entryHash(line);
    if (this.asked.has(entry.seq)) {
      this.hashes.set(entry.seq, hash);
    }
    this.countByType[entry.type] = (this.countByType[entry.type] ?? 0) + 1;
    return { entry, hash };
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

  /**
   * Returns the first entry whose hash differs. It comes before every other flaw, because no entry behind the first bad
   * line is read.
   */
  private firstDiffering(known: readonly ChainPoint[]): ChainFlaw | null {
    const differing = known.filter(({ seq, hash }) => (this.hashes.get(seq) ?? hash) !== hash);
    const [first] = differing.toSorted((a, b) => a.seq - b.seq);
    if (first === undefined) {
      return null;
    }
    const found = this.hashes.get(first.seq);
    const message = `expected the hash ${first.hash}, which was seen before, found ${found}`;
    return { line: first.seq, code: "known-hash-differs", message };
  }

  private whatIsMissing(known: readonly ChainPoint[]): ChainFlaw | null {
    const line = this.lineCount + 1;
    if (this.lineCount === 0) {
      return { line, code: "empty", message: "the log has no entry" };
    }
    const point = known.find(({ seq }) => !this.hashes.has(seq));
    if (point === undefined) {
      return null;
    }
    const message = `entry ${point.seq} was seen before with the hash ${point.hash}; the log ends without it`;
    return { line, code: "known-entry-missing", message };
  }
}

/** Thrown for a line that can be read but does not continue the chain; never leaves this file. */
class Flaw extends Error {
  readonly code: ChainFlawCode;

  constructor(code: ChainFlawCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
