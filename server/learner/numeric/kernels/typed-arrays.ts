import { fallingExp } from "#server/learner/numeric/falling-exp.ts";
import { CELLS, CHARGED, CHUNK, JOINS, type Kernel, PARTS, SLOTS } from "./contract.ts";
import { typedSweeper } from "./typed-sweeper.ts";

/** The kernel that runs everywhere, including the browser. Tests compare the other kernel with it. */
export function typedArrays(): Kernel {
  const [loss, tilt, prior, values, cumulative] = Array.from(
    { length: 5 },
    () => new Float64Array(CHUNK),
  ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
  const patterns = new Uint8Array(SLOTS * CHUNK);
  const lows = new Uint8Array(SLOTS * CHUNK);
  const [patternWords, lowWords] = [new Uint32Array(patterns.buffer), new Uint32Array(lows.buffer)];
  const costs = new Float64Array(SLOTS * CELLS);
  const sums = new Float64Array(SLOTS * CELLS * PARTS);
  const extremes = new Float64Array(2);
  let sweeper = typedSweeper(0);
  return {
    name: "typed-arrays",
    ...{ loss, tilt, prior, values, cumulative, patterns, lows, costs, sums, extremes },

    least(count) {
      let least = Number.POSITIVE_INFINITY;
      for (let h = 0; h < count; h++) {
        const total = (loss[h] as number) + (tilt[h] as number);
        if (total < least && (prior[h] as number) > 0) least = total;
      }
      return least + 0;
    },

    weigh(count, rate, from) {
      let check = 0;
      for (let h = 0; h < count; h++) {
        const q = prior[h] as number;
        // a rule without weight may be below the start of the others: its exponential is not needed
        const weight =
          q === 0 ? 0 : q * fallingExp(rate * ((loss[h] as number) + (tilt[h] as number) - from));
        values[h] = weight;
        check += weight - weight;
      }
      return check;
    },

    open(count, charged, answering, rate, from) {
      chargeSlots(count, CHARGED, CHARGED + charged);
      for (let h = 0; h < count; h++) values[h] = fallingExp(rate * ((loss[h] as number) - from));
      this.tally(count, answering);
      return sumOf(count);
    },

    accumulate(count, before) {
      let total = before;
      const whole = count - (count % 4);
      for (let h = 0; h < whole; h += 4) {
        const one = values[h] as number;
        const two = one + (values[h + 1] as number);
        const three = two + (values[h + 2] as number);
        const four = three + (values[h + 3] as number);
        cumulative[h] = total + one;
        cumulative[h + 1] = total + two;
        cumulative[h + 2] = total + three;
        total += four;
        cumulative[h + 3] = total;
      }
      for (let h = whole; h < count; h++) {
        total += values[h] as number;
        cumulative[h] = total;
      }
      return total;
    },

    tally(count, slots) {
      const whole = count - (count % PARTS);
      for (let slot = 0; slot < slots; slot++) {
        const [first, answers] = [slot * CELLS * PARTS, slot * CHUNK];
        const [second, third, fourth] = [first + CELLS, first + 2 * CELLS, first + 3 * CELLS];
        for (let h = 0; h < whole; h += PARTS) {
          addTo(first + (patterns[answers + h] as number), values[h] as number);
          addTo(second + (patterns[answers + h + 1] as number), values[h + 1] as number);
          addTo(third + (patterns[answers + h + 2] as number), values[h + 2] as number);
          addTo(fourth + (patterns[answers + h + 3] as number), values[h + 3] as number);
        }
        for (let h = whole; h < count; h++) {
          addTo(first + (h - whole) * CELLS + (patterns[answers + h] as number), values[h] as number);
        }
      }
    },

    charge(count, slots) {
      chargeSlots(count, 0, slots);
    },

    join(count, slot, byte, how) {
      const word = Math.imul(byte, 0x01010101);
      const start = (slot * CHUNK) / 4;
      const end = start + Math.ceil(count / 4);
      for (let i = start; i < end; i++) {
        const low = lowWords[i] as number;
        patternWords[i] = how === JOINS.and ? low & word : how === JOINS.or ? low | word : low ^ word;
      }
    },

    sweeper(size) {
      if (sweeper.size !== size) sweeper = typedSweeper(size);
      return sweeper;
    },
  };

  function chargeSlots(count: number, from: number, slots: number): void {
    for (let slot = from; slot < slots; slot++) {
      const [table, answers] = [slot * CELLS, slot * CHUNK];
      for (let h = 0; h < count; h++) {
        loss[h] = (loss[h] as number) + (costs[table + (patterns[answers + h] as number)] as number);
      }
    }
    let [least, most] = [loss[0] as number, loss[0] as number];
    for (let h = 1; h < count; h++) {
      const total = loss[h] as number;
      // Stryker disable next-line EqualityOperator: assigns the same number again
      if (total < least) least = total;
      // Stryker disable next-line EqualityOperator: assigns the same number again
      if (total > most) most = total;
    }
    extremes[0] = least + 0;
    extremes[1] = Math.max(Math.abs(least), Math.abs(most));
  }

  /** Sums the values by rules h mod 4, then those after the last four one by one. */
  function sumOf(count: number): number {
    const whole = count - (count % 4);
    let [first, second, third, fourth] = [0, 0, 0, 0];
    for (let h = 0; h < whole; h += 4) {
      first += values[h] as number;
      second += values[h + 1] as number;
      third += values[h + 2] as number;
      fourth += values[h + 3] as number;
    }
    let total = first + third + (second + fourth);
    for (let h = whole; h < count; h++) total += values[h] as number;
    return total;
  }

  function addTo(cell: number, value: number): void {
    sums[cell] = (sums[cell] as number) + value;
  }
}
