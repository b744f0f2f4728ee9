import type { HypothesisClass } from "#server/learner/classes/class.ts";
import { DEFAULTS } from "#server/learner/config/defaults.ts";
import type { Prior } from "#server/learner/config/spec.ts";
import { log } from "#server/learner/numeric/math.ts";
import { openRandom, withRandom } from "#server/learner/numeric/randomness.ts";
import type { Population } from "#server/simulation/engine/population.ts";

/** Labels of past records: true ones, only of people that an old rule accepted, or all reversed. */
export type History = "right" | "one-sided" | "wrong";

const RECORDS = 200;

/**
 * The prior of past records: L = Σ h(x) (1/2 - y) over them, rate (M/k) √(0.4 ln N/max(1, n/k)).
 *
 * The old rule of a one-sided history is the rule of the class that accepts the share of people closest to one half, the
 * first of several.
 */
export function warmPrior(
  rules: HypothesisClass,
  { kinds }: Population,
  { history, roundSize, seed }: { history: History; roundSize: number; seed: number },
): Prior {
  const oldRule = history === "one-sided" ? middleRule(rules, { kinds }) : rules.constants.all;
  const people = withRandom(openRandom(seed, "world"), (random) =>
    Array.from({ length: RECORDS }, () => kinds[random.below(kinds.length)]),
  ).result;
  const losses = new Float64Array(rules.size);
  let count = 0;
  for (const person of people) {
    if (person === undefined) continue;
    const bits = rules.bits(person.features);
    if (bits[oldRule] === 0) continue;
    count += 1;
    const label = history === "wrong" ? 1 - person.labelChance : person.labelChance;
    for (let h = 0; h < losses.length; h++) {
      losses[h] = (losses[h] as number) + (bits[h] as number) * (1 / 2 - label);
    }
  }
  const pace = Number(DEFAULTS.guarded.pace);
  const rate = (pace / roundSize) * Math.sqrt((0.4 * log(rules.size)) / Math.max(1, count / roundSize));
  return {
    kind: "records",
    none: DEFAULTS.constantShare,
    all: DEFAULTS.constantShare,
    keep: DEFAULTS.keep,
    count,
    rate: String(rate),
    losses: Array.from(losses, String),
  };
}

function middleRule(rules: HypothesisClass, { kinds }: Pick<Population, "kinds">): number {
  const accepted = new Float64Array(rules.size);
  for (const { features } of kinds) {
    const bits = rules.bits(features);
    for (let h = 0; h < bits.length; h++) accepted[h] = (accepted[h] as number) + (bits[h] as number);
  }
  const distances = Array.from(accepted, (count) => Math.abs(count / kinds.length - 1 / 2));
  return distances.indexOf(Math.min(...distances));
}
