import { sumOfParts } from "../parts.ts";
import type { Sweeper } from "./contract.ts";

/** A sweep in typed arrays. */
export function typedSweeper(size: number): Sweeper {
  const [weights, tilt] = [new Float64Array(size), new Float64Array(size)];
  const signs = new Uint8Array(Math.ceil(size / 4));
  const [ups, downs] = [new Float64Array(4), new Float64Array(4)];
  const [factors, changes] = [new Float64Array(3), new Float64Array(3)];
  return {
    ...{ size, weights, tilt, signs },

    sums() {
      ups.fill(0);
      downs.fill(0);
      eachSigned((h, sign) => {
        const sums = sign === 1 ? ups : downs;
        sums[h & 3] = (sums[h & 3] as number) + (weights[h] as number);
      });
      return { up: sumOfParts(ups), down: sumOfParts(downs) };
    },

    move(lighter, heavier, change) {
      factors.set([1, lighter, heavier]);
      changes.set([0, change, -change]);
      eachSigned((h, sign) => {
        weights[h] = (weights[h] as number) * (factors[sign] as number);
        tilt[h] = (tilt[h] as number) + (changes[sign] as number);
      });
    },
  };

  /** Visits the rules with a sign other than 0. */
  function eachSigned(use: (h: number, sign: number) => void): void {
    for (let four = 0; four < signs.length; four++) {
      for (let h = 4 * four, left = signs[four] as number; left !== 0; h++, left >>= 2) {
        if ((left & 3) !== 0) use(h, left & 3);
      }
    }
  }
}
