/** The state of Exp2 and FTPL to the bit (docs/log-format-state.md): sums of charges, each of which is exact. */

import { hashOf, tagged } from "./hashes.ts";

export interface Charge {
  /** The rules that accept the person, or the cells that hold them; null where the person's features are gone. */
  readonly places: readonly number[] | null;
  readonly cost: number;
}

interface Step {
  readonly seq: number;
  readonly charges: readonly Charge[];
}

/** The contents of a state, and its hashing. */
export interface Kept {
  readonly learner: "exp2" | "ftpl";
  readonly size: number;
  /** How many sums. */
  readonly count: number;
  /** Hashed as place and sum, of those that are not 0. */
  readonly isSparse: boolean;
}

export class SumState {
  private readonly waiting: Step[] = [];
  /** null while a person's features are gone. */
  private sums: Float64Array | null;
  /** The head's description of rounds, by the entries after which it changed. */
  private readonly heads = new Map<number, object>();
  private head: object = { t: 0 };
  private readonly kept: Kept;

  constructor(kept: Kept) {
    this.kept = kept;
    this.sums = new Float64Array(kept.count);
  }

  add(step: Step): void {
    this.waiting.push(step);
  }

  /** Stores the head's description of rounds after an entry. */
  note(seq: number, head: object): void {
    this.heads.set(seq, head);
  }

  /** The hash of the state with all steps up to an entry; null where it cannot be known. */
  hashAfter(appliedSeq: number): string | null {
    this.head = this.heads.get(appliedSeq) ?? this.head;
    for (const seq of this.heads.keys()) if (seq <= appliedSeq) this.heads.delete(seq);
    for (let step = this.waiting[0]; step !== undefined && step.seq <= appliedSeq; step = this.waiting[0]) {
      this.waiting.shift();
      this.take(step.charges);
    }
    if (this.sums === null) return null;
    const { learner, size, isSparse } = this.kept;
    const numbers = isSparse ? sparse(this.sums) : this.sums;
    return tagged("state", { learner, size, ...this.head }, hashOf(bytesOf(numbers)));
  }

  /** From here on the sums are these. */
  resume(loss: Float64Array): void {
    this.sums = loss.slice();
  }

  private take(charges: readonly Charge[]): void {
    for (const { places, cost } of charges) {
      if (places === null) this.sums = null;
      for (const place of places ?? []) if (this.sums) this.sums[place] = (this.sums[place] ?? 0) + cost;
    }
  }
}

function sparse(sums: Float64Array): Float64Array {
  const pairs: number[] = [];
  // Of up to ten million sums: an iterator takes five times as long.
  for (let place = 0; place < sums.length; place += 1) {
    const sum = sums[place] ?? 0;
    if (sum !== 0) pairs.push(place, sum);
  }
  return Float64Array.from(pairs);
}

/** Reads the sums from a list; null if it has another length. */
export function filled(pairs: Float64Array, count: number): Float64Array | null {
  const sums = new Float64Array(count);
  let before = -1;
  for (let at = 0; at < pairs.length; at += 2) {
    const [place = -1, sum = 0] = pairs.subarray(at, at + 2);
    if (!Number.isInteger(place) || place <= before || place >= count || sum === 0) return null;
    sums[place] = sum;
    before = place;
  }
  return sums;
}

function bytesOf(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (let index = 0; index < values.length; index += 1) bytes.writeDoubleLE(values[index] ?? 0, 8 * index);
  return bytes;
}
