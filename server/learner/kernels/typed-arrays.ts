import { EXP_FLOOR, expBelowZero } from "#server/learner/numbers/math.ts";
import { CELLS, CHUNK, type Kernel, PARTS, SLOTS } from "./contract.ts";

/** The kernel that runs everywhere, the browser included; in tests what the other is held against. */
export function typedArrays(): Kernel {
  const [loss, compensation, prior, values, cumulative] = Array.from(
    { length: 5 },
    () => new Float64Array(CHUNK),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const patterns = new Uint8Array(CHUNK);
  const costs = new Float64Array(SLOTS * CELLS);
  const sums = new Float64Array(SLOTS * CELLS * PARTS);
  return {
    name: "typed-arrays",
    loss,
    compensation,
    prior,
    values,
    cumulative,
    patterns,
    costs,
    sums,

    least(count) {
      let least = Number.POSITIVE_INFINITY;
      for (let h = 0; h < count; h++) {
        const total = (loss[h] as number) + (compensation[h] as number);
        if (total < least && (prior[h] as number) > 0) least = total;
      }
      return least + 0;
    },

    weigh(count, eta, least) {
      let check = 0;
      for (let h = 0; h < count; h++) {
        const q = prior[h] as number;
        const exponent = -eta * ((loss[h] as number) + (compensation[h] as number) - least);
        // a rule without weight may lie below the least: it has no exponential worth taking
        const weight = q === 0 || exponent < EXP_FLOOR ? 0 : q * expBelowZero(exponent);
        values[h] = weight;
        check += weight - weight;
      }
      return check;
    },

    accumulate(count, before) {
      let total = before;
      for (let h = 0; h < count; h++) {
        total += values[h] as number;
        cumulative[h] = total;
      }
      return total;
    },

    tally(count, slot) {
      const start = slot * CELLS * PARTS;
      const add = (h: number, part: number) => {
        const cell = start + part * CELLS + (patterns[h] as number);
        sums[cell] = (sums[cell] as number) + (values[h] as number);
      };
      const whole = count - (count % PARTS);
      for (let h = 0; h < whole; h += PARTS) {
        add(h, 0);
        add(h + 1, 1);
        add(h + 2, 2);
        add(h + 3, 3);
      }
      for (let h = whole; h < count; h++) add(h, h - whole);
    },

    fold(count, slot, isFirst) {
      const start = slot * CELLS;
      for (let h = 0; h < count; h++) {
        const cost = costs[start + (patterns[h] as number)] as number;
        values[h] = isFirst ? cost : (values[h] as number) + cost;
      }
    },

    add(count) {
      let check = 0;
      for (let h = 0; h < count; h++) check += addTo(h, values[h] as number);
      return check;
    },

    charge(count, slot) {
      const start = slot * CELLS;
      let check = 0;
      for (let h = 0; h < count; h++) check += addTo(h, costs[start + (patterns[h] as number)] as number);
      return check;
    },
  };

  function addTo(h: number, value: number): number {
    const before = loss[h] as number;
    const after = before + value;
    // what rounding took, without a branch (Knuth's two-sum): exact, and so the same as lostIn
    const added = after - before;
    const lost = (compensation[h] as number) + (before - (after - added) + (value - added));
    loss[h] = after;
    compensation[h] = lost;
    return after + lost - (after + lost);
  }
}
