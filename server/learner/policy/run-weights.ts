import { checkWidth, numberCell } from "#server/learner/classes/cells.ts";
import { intervalOf, type Ladders } from "#server/learner/classes/ladders.ts";
import type { Features } from "#server/learner/config/spec.ts";
import type { RunPolicy } from "#server/learner/interface/learner.ts";
import { firstWhere } from "#server/learner/numeric/first-where.ts";
import { type RulePrior, weighRules } from "#server/learner/numeric/kernels/passes.ts";
import { type Runs, SIDES } from "./runs.ts";

/**
 * Computes exponential weights of thresholds by runs, and the chances of people under them. Rules of a run weigh the
 * same, so their weight is multiplied by their number.
 *
 *   W_run = n w(<=), n w(>);  chance = (w_1 + Σ_columns (A + B)) / (w_1 + Σ_columns (A_all + B_all) + w_0),
 *   A the weight of the rules `<=` that accept, summed from the last run on;
 *   B that of the rules `>`, from the first run on
 *
 * Since rounding is monotone, no chance is above 1.
 *
 * @param prior null: 1 for every rule
 * @returns chances in the order of the people, each in [0, 1]
 * @throws LearnerError "not-finite"; "shape" and "not-a-decimal" on a person
 * Cost: 2R exponentials, and O(columns · log) a person.  Source: NOTATION row "Exp2 weights" (Thm 4.4).
 */
export function openRuns(
  ladders: Ladders,
  runs: Runs,
  { eta, prior }: { eta: number; prior: RulePrior | null },
  people: readonly Features[],
): { policy: RunPolicy; chances: number[] } {
  const { none, all, low, high } = weightsOfRuns(runs, eta, prior);
  const { rule, count, side } = runs;
  const cumulative = new Float64Array(2 + rule.length);
  cumulative[0] = none;
  cumulative[1] = none + all;
  for (let run = 0; run < rule.length; run += 1) {
    const more = (count[run] as number) * ((low[run] as number) + (high[run] as number));
    cumulative[2 + run] = (cumulative[1 + run] as number) + more;
  }
  const sides = sidesOf(runs, low, high);
  const total = totalOf(sides, { none, all });
  const chanceOf = (individual: Features) => {
    checkWidth(individual, ladders.width);
    let accepted = all;
    for (const [c, ladder] of ladders.columns.entries()) {
      const interval = intervalOf(ladder, numberCell(individual, ladder.position));
      if (interval >= 0) accepted += acceptedIn(runs, { low, high, ...sides }, c, interval);
    }
    return accepted / total;
  };
  return { policy: { cumulative, all, rule, count, side, low, high }, chances: people.map(chanceOf) };
}

/**
 * Returns what a policy of runs sums for a person: by column the accepting weight of each interval, and the total of
 * all weights. With the weight of rule 1 first and the columns in order, these sums are those of {@link openRuns}.
 *
 * Cost: O(cuts + columns).
 */
export function weightsByInterval(
  ladders: Ladders,
  { rule, count, low, high, all, cumulative }: RunPolicy,
): { total: number; columns: number[][] } {
  const starts = new Int32Array(ladders.columns.length + 1).fill(rule.length);
  const first = new Float64Array(rule.length);
  for (const [c, { stretches }] of ladders.columns.entries()) {
    const begins = (stretches[0] as Ladders["stretches"][number]).rule;
    starts[c] = firstWhere(rule.length, (run) => (rule[run] as number) >= begins);
  }
  for (let c = 0; c < ladders.columns.length; c += 1) {
    let rank = 0;
    for (let run = starts[c] as number; run < (starts[c + 1] as number); run += 1) {
      first[run] = rank;
      rank += count[run] as number;
    }
  }
  const runs = { starts, rule, count, first };
  const sides = sidesOf(runs, low, high);
  const total = totalOf(sides, { none: cumulative[0] as number, all });
  const columns = ladders.columns.map((ladder, c) =>
    Array.from({ length: ladder.count + 1 }, (_, interval) =>
      acceptedIn(runs, { low, high, ...sides }, c, interval),
    ),
  );
  return { total, columns };
}

/** The weights of rules 0 and 1, and by run of a rule `<=` and of a rule `>`, 0 where its cuts make none. */
function weightsOfRuns({ rule, side, totals }: Runs, eta: number, prior: RulePrior | null) {
  const q = prior === null ? null : priorOfRuns(prior, rule, side);
  const weights = weighRules({ loss: totals, tilt: null, eta, prior: q });
  const low = new Float64Array(rule.length);
  const high = new Float64Array(rule.length);
  for (let run = 0; run < rule.length; run += 1) {
    if (side[run] !== SIDES.above) low[run] = weights[2 + 2 * run] as number;
    if (side[run] !== SIDES["at-most"]) high[run] = weights[3 + 2 * run] as number;
  }
  return { none: weights[0] as number, all: weights[1] as number, low, high };
}

function priorOfRuns(prior: RulePrior, rule: Float64Array, side: Uint8Array): Float64Array {
  const q = new Float64Array(2 + 2 * rule.length);
  if (!(prior instanceof Float64Array))
    return q.fill(prior.rest).fill(prior.none, 0, 1).fill(prior.all, 1, 2);
  q.set(prior.subarray(0, 2));
  for (let run = 0; run < rule.length; run += 1) {
    const first = rule[run] as number;
    q[2 + 2 * run] = prior[first] as number;
    q[3 + 2 * run] = prior[side[run] === SIDES.both ? first + 1 : first] as number;
  }
  return q;
}

/** Sums of the weights of one side: from each run on (or before it), and of each column. */
type Sides = {
  /** Of the rules `<=` from a run on, in its column: [R]. */
  readonly from: Float64Array;
  /** Of the rules `>` before a run, in its column: [R]. */
  readonly before: Float64Array;
  readonly lows: Float64Array;
  readonly highs: Float64Array;
};

function sidesOf(
  { starts, count, rule }: Pick<Runs, "starts" | "count" | "rule">,
  low: Float64Array,
  high: Float64Array,
): Sides {
  const [from, before] = [new Float64Array(rule.length), new Float64Array(rule.length)];
  const [lows, highs] = [new Float64Array(starts.length - 1), new Float64Array(starts.length - 1)];
  for (let c = 0; c < lows.length; c += 1) {
    const [start, end] = [starts[c] as number, starts[c + 1] as number];
    let sum = 0;
    for (let run = end - 1; run >= start; run -= 1) {
      sum += (count[run] as number) * (low[run] as number);
      from[run] = sum;
    }
    lows[c] = sum;
    sum = 0;
    for (let run = start; run < end; run += 1) {
      before[run] = sum;
      sum += (count[run] as number) * (high[run] as number);
    }
    highs[c] = sum;
  }
  return { from, before, lows, highs };
}

/** Returns the weight of all rules: rule 1, the columns in order, rule 0. */
function totalOf({ lows, highs }: Sides, { none, all }: { none: number; all: number }): number {
  let total = all;
  for (let c = 0; c < lows.length; c += 1) total += (lows[c] as number) + (highs[c] as number);
  return total + none;
}

/** Returns the weight of a column's rules that accept a person in an interval: `<=` from its rank on, `>` below it. */
function acceptedIn(
  { starts, count, first }: Pick<Runs, "starts" | "count" | "first">,
  { low, high, from, before, highs }: Sides & { readonly low: Float64Array; readonly high: Float64Array },
  column: number,
  interval: number,
): number {
  const [start, end] = [starts[column] as number, starts[column + 1] as number];
  const after = start + firstWhere(end - start, (index) => (first[start + index] as number) > interval);
  const run = after - 1;
  const below = interval - (first[run] as number);
  const above = (count[run] as number) - below;
  if (above <= 0) return highs[column] as number;
  const rest = after < end ? (from[after] as number) : 0;
  return rest + above * (low[run] as number) + ((before[run] as number) + below * (high[run] as number));
}
