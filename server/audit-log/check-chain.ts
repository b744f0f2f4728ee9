import { genesisPrev, readLine } from "./chain.ts";
import type { Entry } from "./entries.ts";
import { ifReadable } from "./errors.ts";
import { entryHash } from "./hash.ts";

/** An entry whose hash is known from a receipt. */
type KnownEntry = { readonly seq: number; readonly hash: string };

/** An entry that continues the chain. */
type ChainedEntry = { readonly entry: Entry; readonly hash: string };

/**
 * Checks that lines form one chain from entry 1 on: canonical, of known types, numbered without gaps, each with the
 * hash of the previous line. A known hash proves that everything up to it is unchanged. Without one, a log that was
 * rewritten from some entry to its end looks intact. Memory does not grow with the log.
 */
export class ChainWalk {
  readonly #knownSeqs: ReadonlySet<number>;
  /** Hashes of the entries in `knownSeqs`. */
  readonly #hashes = new Map<number, string>();
  #lineCount = 0;
  #last: ChainedEntry | null = null;
  #isBroken = false;

  /** @param knownSeqs the entries that {@link firstBadLine} may be called with */
  constructor(knownSeqs: Iterable<number>) {
    this.#knownSeqs = new Set(knownSeqs);
  }

  /**
   * Checks the next line, without its LF.
   * @returns null if the line, or an earlier one, does not continue the chain
   */
  take(line: string): ChainedEntry | null {
    if (this.#isBroken) return null;
    this.#lineCount += 1;
    const entry = ifReadable(() => readLine(line));
    if (entry === null || !this.#continues(entry)) {
      this.#isBroken = true;
      return null;
    }
    const hash = entryHash(line);
    if (this.#knownSeqs.has(entry.seq)) this.#hashes.set(entry.seq, hash);
    this.#last = { entry, hash };
    return this.#last;
  }

  #continues({ seq, study, prev, at }: Entry): boolean {
    if (this.#last === null) return seq === 1 && prev === genesisPrev;
    const { entry: before, hash } = this.#last;
    return seq === before.seq + 1 && study === before.study && prev === hash && at >= before.at;
  }

  /**
   * Returns the first line that is wrong or missing, from 1; null if the log is intact. No line after a break is read,
   * so a differing known hash comes before every break.
   */
  firstBadLine(known: KnownEntry | null): number | null {
    const hash = known === null ? undefined : this.#hashes.get(known.seq);
    if (known !== null && hash !== undefined && hash !== known.hash) return known.seq;
    if (this.#isBroken) return this.#lineCount;
    const isMissing = this.#lineCount === 0 || (known !== null && hash === undefined);
    return isMissing ? this.#lineCount + 1 : null;
  }
}
