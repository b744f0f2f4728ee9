import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { alphaOf, type Coincidences } from "./agreement.ts";
import { bootstrap } from "./bootstrap-settings.ts";
import type { Interval } from "./wilson.ts";

/** The largest share of resamples without a value; with more of them the ends would mean little. */
const maxWithoutValue = 0.05;

/**
 * Returns a 95 % interval for agreement by resampling rounds with replacement, because the pairs of one round share
 * people and auditors: the 2.5th and the 97.5th percentile of the alphas.
 *
 * @param rounds the coincidences of each round; rounds without a pair of answers are left out
 * @returns null for fewer than `leastRounds`, or if too many resamples have one answer only
 */
export function alphaInterval(rounds: readonly Coincidences[]): Interval | null {
  const telling = rounds.filter(({ counts }) => Object.keys(counts).length > 0);
  if (telling.length < bootstrap.leastRounds) return null;
  const alphas = resampledAlphas(telling);
  if (alphas.length < (1 - maxWithoutValue) * bootstrap.resamples) return null;
  alphas.sort((a, b) => a - b);
  return { low: percentile(alphas, 0.025), high: percentile(alphas, 0.975) };
}

/**
 * Returns a 95 % interval for the mean of one value a round, by resampling rounds with replacement.
 *
 * @returns null for fewer than `leastRounds`
 */
export function meanInterval(values: readonly number[]): Interval | null {
  if (values.length < bootstrap.leastRounds) return null;
  const random = xoroshiro128plus(bootstrap.seed);
  const means = Array.from({ length: bootstrap.resamples }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) {
      sum += values[uniformInt(random, 0, values.length - 1)] as number;
    }
    return sum / values.length;
  });
  means.sort((a, b) => a - b);
  return { low: percentile(means, 0.025), high: percentile(means, 0.975) };
}

function resampledAlphas(rounds: readonly Coincidences[]): number[] {
  const values = [...new Set(rounds.flatMap(({ counts }) => Object.keys(counts)))];
  const rows = rounds.map(({ counts, agreeing }) => [...values.map((value) => counts[value] ?? 0), agreeing]);
  const random = xoroshiro128plus(bootstrap.seed);
  const alphas: number[] = [];
  for (let sample = 0; sample < bootstrap.resamples; sample += 1) {
    const sums = [...values.map(() => 0), 0];
    for (let draw = 0; draw < rows.length; draw += 1) {
      const row = rows[uniformInt(random, 0, rows.length - 1)] as number[];
      for (let index = 0; index < sums.length; index += 1)
        sums[index] = (sums[index] as number) + (row[index] as number);
    }
    const alpha = alphaOf(sums.slice(0, -1), sums.at(-1) as number);
    if (alpha !== null) alphas.push(alpha);
  }
  return alphas;
}

/** Returns a percentile by nearest rank. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] as number;
}
