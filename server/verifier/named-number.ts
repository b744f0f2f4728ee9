import { type Frontier, frontierRoot, grown } from "#server/audit-log/tree/root.ts";

/** The number that an entry names, and the tree of entries up to it: what a checkpoint must begin with. */
export class NamedNumber {
  readonly beaconRound: number;
  readonly seq: number;
  readonly #trees: Frontier[];

  constructor(beaconRound: number, frontier: Frontier) {
    this.beaconRound = beaconRound;
    this.seq = frontier.size;
    this.#trees = [frontier];
  }

  /** A later entry. */
  take(hash: string): void {
    const last = this.#trees.at(-1);
    if (last !== undefined) this.#trees.push(grown(last, [hash]));
  }

  /** The root over the first `size` entries; null where there are fewer, or the entry itself is not among them. */
  rootOf(size: number): string | null {
    const tree = this.#trees[size - this.seq];
    return tree === undefined ? null : frontierRoot(tree);
  }
}
