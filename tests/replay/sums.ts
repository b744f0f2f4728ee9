/** The state of Exp2 and FTPL to the bit (docs/log-format-state.md): sums of charges, each of which is exact. */

import { hashOf, tagged } from "./hashes.ts";

/** 1 for every rule that accepts the person, for every cell of FTPL that holds them; null where the person's features are gone. */
type Bits = readonly number[] | null;

export interface Charge {
  readonly bits: Bits;
  readonly cost: number;
}

interface Step {
  readonly seq: number;
  readonly closes: boolean;
  readonly charges: readonly Charge[];
}

export class SumState {
  private readonly waiting: Step[] = [];
  /** null while somebody's features are gone. */
  private sums: Float64Array | null;
  private t = 0;
  private readonly learner: "exp2" | "ftpl";

  constructor(learner: "exp2" | "ftpl", count: number) {
    this.learner = learner;
    this.sums = new Float64Array(count);
  }

  add(step: Step): void {
    this.waiting.push(step);
  }

  /** The hash of the state with all steps up to an entry; null where it cannot be known. */
  hashAfter(appliedSeq: number): string | null {
    for (let step = this.waiting[0]; step !== undefined && step.seq <= appliedSeq; step = this.waiting[0]) {
      this.waiting.shift();
      if (step.closes) this.t++;
      this.take(step.charges);
    }
    if (this.sums === null) return null;
    const head = { learner: this.learner, size: this.sums.length, t: this.t };
    return tagged("state", head, hashOf(bytesOf(this.sums)));
  }

  /** From here on the sums are these. */
  resume(loss: Float64Array): void {
    this.sums = loss.slice();
  }

  private take(charges: readonly Charge[]): void {
    for (const { bits, cost } of charges) {
      if (bits === null) this.sums = null;
      this.sums = this.sums?.map((sum, place) => (bits?.[place] === 1 ? sum + cost : sum)) ?? null;
    }
  }
}

function bytesOf(values: Float64Array): Buffer {
  const bytes = Buffer.alloc(8 * values.length);
  for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, 8 * index);
  return bytes;
}
