/** What changes L (docs/log-format.md, section 5): the ledger of charges. */

import { parseDecimal, toFixedPoint, ZERO } from "./decimal.ts";
import type { Mode } from "./settings.ts";

export type Outcome = "yes" | "no" | "lost";

/** The columns of the tables: the modes of Exp2, and those of FTPL. */
export type Charging = Mode | "ftpl" | "ftpl-paper";

interface Charge {
  readonly seq: number;
  readonly person: string;
  readonly cost: bigint;
}

/** All charges in log order, and their sum for each person up to an entry. */
export class Ledger {
  private readonly charges: Charge[] = [];
  private totals = new Map<string, bigint>();
  private counted = 0;
  private upTo = 0;
  private resumedAt = 0;
  private base: readonly bigint[] | null = null;

  add(seq: number, person: string, cost: number): void {
    this.charges.push({ seq, person, cost: exactly(cost) });
  }

  /** The totals to which the sums of charges are added, by rule; null for none. */
  get losses(): readonly bigint[] | null {
    return this.base;
  }

  /** Starts from losses of the rules that include all charges so far, also of erased people. */
  resume(losses: readonly bigint[]): void {
    this.base = losses;
    this.resumedAt = this.charges.length;
    this.counted = this.resumedAt;
    this.totals = new Map();
  }

  /** Sums the charges of entries up to `appliedSeq`. */
  totalsUpTo(appliedSeq: number): ReadonlyMap<string, bigint> {
    if (appliedSeq < this.upTo) {
      this.totals = new Map();
      this.counted = this.resumedAt;
    }
    this.upTo = appliedSeq;
    for (;;) {
      const charge = this.charges[this.counted];
      if (charge === undefined || charge.seq > appliedSeq) return this.totals;
      this.totals.set(charge.person, (this.totals.get(charge.person) ?? 0n) + charge.cost);
      this.counted++;
    }
  }
}

/** A double of few digits, as every cost and every total is, in fixed point. */
export function exactly(value: number): bigint {
  return value === 0 ? 0n : toFixedPoint(parseDecimal(String(value)) ?? ZERO);
}
