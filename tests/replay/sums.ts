/** The state of Exp2 and FTPL to the bit (docs/log-format-state.md): sums of charges as doubles, and what rounding took. */

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
  private sums: { readonly loss: Float64Array; readonly lost: Float64Array } | null;
  private t = 0;
  private readonly learner: "exp2" | "ftpl";

  constructor(learner: "exp2" | "ftpl", count: number) {
    this.learner = learner;
    this.sums = { loss: new Float64Array(count), lost: new Float64Array(count) };
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
    const { loss, lost } = this.sums;
    const head = { learner: this.learner, size: loss.length, t: this.t };
    return tagged("state", head, hashOf(bytesOf([loss, lost])));
  }

  /** From here on the sums are these. */
  resume(loss: Float64Array, lost: Float64Array): void {
    this.sums = { loss: loss.slice(), lost: lost.slice() };
  }

  /** Exp2 sums the charges of a step first, by eights; FTPL adds each alone. */
  private take(all: readonly Charge[]): void {
    const charges = all.filter(({ cost }) => cost !== 0);
    if (charges.length === 0 || this.sums === null) return;
    if (charges.some(({ bits }) => bits === null)) {
      this.sums = null;
      return;
    }
    const parts = this.learner === "ftpl" ? charges.map((charge) => [charge]) : [charges];
    for (const part of parts) this.charge(part);
  }

  /** Adds to each place, in one rounding, what these charges come to there. */
  private charge(charges: readonly Charge[]): void {
    if (this.sums === null) return;
    const { loss, lost } = this.sums;
    for (let place = 0; place < loss.length; place++) {
      const cost = byEights(charges.map(({ bits, cost }) => (bits?.[place] === 1 ? cost : 0)));
      const before = loss[place] ?? 0;
      const after = before + cost;
      const took = Math.abs(before) >= Math.abs(cost) ? before - after + cost : cost - after + before;
      loss[place] = after;
      lost[place] = (lost[place] ?? 0) + took;
    }
  }
}

/** The first eight from left to right, then the next eight, and the sums of eights from left to right. */
function byEights(costs: readonly number[]): number {
  let total = 0;
  for (let first = 0; first < costs.length; first += 8) {
    const eight = costs.slice(first, first + 8).reduce((sum, cost) => sum + cost, 0);
    total = first === 0 ? eight : total + eight;
  }
  return total;
}

function bytesOf(arrays: readonly Float64Array[]): Buffer {
  return Buffer.concat(
    arrays.map((values) => {
      const bytes = Buffer.alloc(8 * values.length);
      for (const [index, value] of values.entries()) bytes.writeDoubleLE(value, 8 * index);
      return bytes;
    }),
  );
}
