import { ifReadable } from "../errors.ts";
import { emptyFrontier, frontierRoot, grown } from "../tree/root.ts";
import { parseCheckpoint } from "./checkpoint.ts";
import { parseNote } from "./note.ts";

/**
 * The tree of a log that is read entry by entry. It keeps the root at each size that the given notes mention, so that
 * checkpoints can be compared. Memory does not grow with the log.
 */
export class NotedTree {
  readonly #roots = new Map<number, string | null>();
  readonly #largest: number;
  #frontier = emptyFrontier;
  #size = 0;

  /** @param notes texts of saved checkpoints; a text that is not a checkpoint mentions no size */
  constructor(notes: readonly string[]) {
    for (const size of notes.flatMap(sizesIn)) this.#roots.set(size, null);
    this.#largest = Math.max(...this.#roots.keys());
    this.#note();
  }

  /** The number of entries so far. */
  get size(): number {
    return this.#size;
  }

  /**
   * Adds the next entry.
   *
   * @throws LogError "not-hex"
   * Cost: about 4 µs, nothing beyond the largest mentioned size.
   */
  take(entryHash: string): void {
    this.#size += 1;
    if (this.#size > this.#largest) return;
    this.#frontier = grown(this.#frontier, [entryHash]);
    this.#note();
  }

  /**
   * Returns the RFC 6962 root over the first `size` entries. @throws RangeError for a size that no note mentions, or
   * not yet reached
   */
  rootAt(size: number): string {
    const root = this.#roots.get(size);
    if (root == null) throw new RangeError(`the root at ${size} was not kept`);
    return root;
  }

  #note(): void {
    if (this.#roots.has(this.#size)) this.#roots.set(this.#size, frontierRoot(this.#frontier));
  }
}

function sizesIn(note: string): number[] {
  return ifReadable(() => [parseCheckpoint(parseNote(note).text).size]) ?? [];
}
