import type { Entry } from "../entries.ts";

/**
 * Entries that a log declares lost: `seq` up to `lostSeq`, as they were before the log continued with its own entry
 * `seq`.
 */
export type LostPart = {
  readonly seq: number;
  readonly lostSeq: number;
  /** The names under which checkpoints were signed until then, and are signed from then on. */
  readonly before: string;
  readonly after: string;
};

/** Collects the lost parts of a log, entry by entry. */
export class LostParts {
  #origin = "";
  readonly #parts: LostPart[] = [];

  take(entry: Entry): void {
    if (entry.type === "study.created") this.#origin = entry.body.checkpoints.origin;
    if (entry.type !== "log.restored") return;
    const { lostSeq, origin } = entry.body;
    this.#parts.push({ seq: entry.seq, lostSeq, before: this.#origin, after: origin });
    this.#origin = origin;
  }

  /** Returns the lost part that contained an entry which is not in the log. */
  of(seq: number): LostPart | null {
    return this.#parts.find((part) => part.seq <= seq && seq <= part.lostSeq) ?? null;
  }

  /** Returns the lost part whose end cut off some of the first `size` entries, which were signed for under `origin`. */
  behind({ origin, size }: { readonly origin: string; readonly size: number }): LostPart | null {
    const isBehind = ({ seq, lostSeq, before }: LostPart) =>
      before === origin && seq - 1 < size && size <= lostSeq;
    return this.#parts.find(isBehind) ?? null;
  }

  /** Every name under which this log's checkpoints were ever signed. */
  get origins(): string[] {
    return [...this.#parts.map(({ before }) => before), this.#origin];
  }
}
