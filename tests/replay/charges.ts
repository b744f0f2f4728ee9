/** What changes L (docs/log-format.md, section 5): the table of costs, and the ledger of charges. */

import { HALF, minus, ONE, over, type Ratio, times, toFixedPoint, ZERO } from "./decimal.ts";
import type { Mode } from "./settings.ts";

export type Outcome = "yes" | "no" | "lost";

export interface Standing {
  /** The logged chance in the person's own round. */
  readonly chance: Ratio;
  readonly selected: boolean;
}

/** The row "high of a pair with weight v > 0". */
export function highCost(mode: Mode, { chance, selected }: Standing, weight: Ratio, C: Ratio): Ratio {
  if (mode !== "paper") return times(times(weight, C), HALF);
  return selected ? over(C, chance) : negative(over(times(C, HALF), minus(ONE, chance)));
}

/** The row "low of that pair". */
export function lowCost(mode: Mode, { chance, selected }: Standing, weight: Ratio, C: Ratio): Ratio {
  if (mode !== "paper") return negative(times(times(weight, C), HALF));
  return selected ? ZERO : negative(over(times(C, HALF), minus(ONE, chance)));
}

/** The row "the rejected half". */
export function rejectedCost(mode: Mode, chance: Ratio): Ratio {
  return negative(mode === "paper" ? over(HALF, minus(ONE, chance)) : HALF);
}

/** The rows of `outcome.recorded`; the margin is g of mode `ix`, else 0. */
export function outcomeCost(mode: Mode, chance: Ratio, margin: Ratio, value: Outcome): Ratio {
  if (value === "lost") return ZERO;
  const half = mode === "paper" ? ZERO : HALF;
  if (value === "yes") return negative(half);
  return minus(over(ONE, minus(chance, negative(margin))), half);
}

function negative(value: Ratio): Ratio {
  return minus(ZERO, value);
}

interface Charge {
  readonly seq: number;
  readonly person: string;
  readonly cost: bigint;
}

/** All charges in log order, and what they come to for each person up to some entry. */
export class Ledger {
  private readonly charges: Charge[] = [];
  private totals = new Map<string, bigint>();
  private counted = 0;
  private upTo = 0;
  private resumedAt = 0;
  private base: readonly bigint[] | null = null;

  add(seq: number, person: string, cost: Ratio): void {
    this.charges.push({ seq, person, cost: toFixedPoint(cost) });
  }

  /** What the sums of charges are added to, a rule; null: to nothing. */
  get losses(): readonly bigint[] | null {
    return this.base;
  }

  /** From here on all charges so far are among the losses of the rules, whoever was charged. */
  resume(losses: readonly bigint[]): void {
    this.base = losses;
    this.resumedAt = this.charges.length;
    this.counted = this.resumedAt;
    this.totals = new Map();
  }

  /** Sums the charges of entries up to `appliedSeq` and of none after. */
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
