/** What changes L (docs/log-format.md, section 5): the table of costs, and the ledger of charges. */

import { compare, HALF, minus, ONE, over, type Ratio, times, toFixedPoint, ZERO } from "./decimal.ts";
import type { Mode } from "./settings.ts";

export type Outcome = "yes" | "no" | "lost";

/** The columns of the tables: the modes of Exp2, and those of FTPL. */
export type Charging = Mode | "ftpl" | "ftpl-paper";

export interface Standing {
  /** The logged chance in the person's own round. */
  readonly chance: Ratio;
  readonly selected: boolean;
  /** J of FTPL in mode `paper`, else 0. */
  readonly resample: number;
}

/** What a label's weight depends on beside the person. */
export interface LabelSettings {
  /** g of mode `ix`, else 0. */
  readonly margin: Ratio;
  /** L of FTPL, else 0. */
  readonly weightCap: number;
}

/** The row "high of a pair with weight v > 0". */
export function highCost(charging: Charging, standing: Standing, weight: Ratio, C: Ratio): Ratio {
  const { chance, selected } = standing;
  const half = times(times(weight, C), HALF);
  if (charging === "ftpl-paper") {
    return minus(selected ? times(times(weight, C), whole(standing.resample)) : ZERO, half);
  }
  if (charging !== "paper") return half;
  return selected ? over(C, chance) : negative(over(times(C, HALF), minus(ONE, chance)));
}

/** The row "low of that pair". */
export function lowCost(charging: Charging, { chance, selected }: Standing, weight: Ratio, C: Ratio): Ratio {
  if (charging !== "paper") return negative(times(times(weight, C), HALF));
  return selected ? ZERO : negative(over(times(C, HALF), minus(ONE, chance)));
}

/** The row "the rejected half". */
export function rejectedCost(charging: Charging, chance: Ratio): Ratio {
  return negative(charging === "paper" ? over(HALF, minus(ONE, chance)) : HALF);
}

/** The rows of `outcome.recorded`. */
export function outcomeCost(
  charging: Charging,
  standing: Standing,
  settings: LabelSettings,
  value: Outcome,
): Ratio {
  if (value === "lost") return ZERO;
  const half = charging === "paper" ? ZERO : HALF;
  if (value === "yes") return negative(half);
  return minus(labelWeight(charging, standing, settings), half);
}

/** 1/p, 1/(p + g), min(1/p, L) or J. */
function labelWeight(
  charging: Charging,
  { chance, resample }: Standing,
  { margin, weightCap }: LabelSettings,
): Ratio {
  if (charging === "ftpl-paper") return whole(resample);
  const weight = over(ONE, minus(chance, negative(margin)));
  if (charging !== "ftpl") return weight;
  return compare(weight, whole(weightCap)) < 0 ? weight : whole(weightCap);
}

function whole(value: number): Ratio {
  return { n: BigInt(value), d: 1n };
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
