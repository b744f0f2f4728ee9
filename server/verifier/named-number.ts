import { type Frontier, frontierRoot, grown } from "#server/audit-log/tree/root.ts";

/** The public number that an entry names, and the tree of entries up to it, which a checkpoint must extend. */
export class NamedNumber {
  readonly beaconRound: number;
  readonly seq: number;
  readonly #trees: Frontier[];

  constructor(beaconRound: number, frontier: Frontier) {
    this.beaconRound = beaconRound;
    this.seq = frontier.size;
    this.#trees = [frontier];
  }

  /** Adds a later entry. */
  take(hash: string): void {
    const last = this.#trees.at(-1);
    if (last !== undefined) this.#trees.push(grown(last, [hash]));
  }

  /**
   * Returns the root over the first `size` entries; null where there are fewer, or the entry itself is not among them.
   */
  rootOf(size: number): string | null {
    const tree = this.#trees[size - this.seq];
    return tree === undefined ? null : frontierRoot(tree);
  }
}
