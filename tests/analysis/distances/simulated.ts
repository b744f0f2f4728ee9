import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { type DistancePair, distancePairs } from "#server/analysis/distances/distance-pairs.ts";
import type { VerdictWord } from "#server/audit-log/verdicts.ts";
import type { Features } from "#server/learner/config/spec.ts";

export const types = ["number", "number", "category"] as const;
const alpha = 0.1;
const roundSize = 6;
const housing = ["rent", "own", "family"];

/** An auditor's answer to a pair whose chances differ by more than alpha. */
type Judge = (high: Features, low: Features, gap: number, random: () => number) => VerdictWord;

/** Auditors with a metric: half a chance over the range of income, a fifth for different housing, nothing for age. */
export function trueDistance(one: Features, other: Features): number {
  const [income, housingDiffers] = [Math.abs(Number(one[0]) - Number(other[0])), one[2] !== other[2]];
  return (0.5 * income) / 100 + (housingDiffers ? 0.2 : 0);
}

/** Answers unfair exactly if the gap exceeds alpha plus a multiple of the true distance. */
export function strictBy(factor: number): Judge {
  return (high, low, gap) => (gap > factor * trueDistance(high, low) + alpha ? "unfair" : "acceptable");
}

/** Answers at random. */
export function atRandom(share: number): Judge {
  return (_high, _low, _gap, random) => (random() < share ? "unfair" : "acceptable");
}

/** Plays rounds of 6 people with random features and chances; two of three auditors must flag a pair. */
export function simulatedPairs(seed: number, rounds: number, panel: readonly Judge[]): DistancePair[] {
  const generator = xoroshiro128plus(seed);
  const random = () => (generator.next() >>> 0) / 2 ** 32;
  return Array.from({ length: rounds }, (_, index) => {
    const people = Array.from({ length: roundSize }, (): Features => {
      const word = housing[Math.floor(3 * random())] ?? "rent";
      return [String(Math.round(100 * random())), String(18 + Math.round(60 * random())), word];
    });
    const chances = people.map(() => random()).sort((a, b) => b - a);
    const eligible = chances.flatMap((high, one) =>
      chances.flatMap((low, other) => (other > one && high - low > alpha ? [[one, other] as const] : [])),
    );
    const seats = panel.map((judge, place) => ({
      id: `s${place + 1}`,
      verdicts: eligible.map(([high, low]) => {
        const gap = (chances[high] as number) - (chances[low] as number);
        return [high, low, judge(people[high] as Features, people[low] as Features, gap, random)] as const;
      }),
    }));
    const round = { number: index + 1, neededFlags: 2, rule: null, annulled: [], people, chances, seats };
    return distancePairs(round, alpha);
  }).flat();
}
