import { performance } from "node:perf_hooks";
import { type Exp2State, exp2 } from "#server/learner/exp2/exp2.ts";
import { pointsOf, thresholdsOf } from "./rounds.ts";

const [size, people, measured] = [10_000_000, 8, 25];

/**
 * A round of thresholds after many people were charged: different people in each, every person with another cell, so
 * that each makes one more run. The whole round through the learner's contract, with the bytes of the state and of what the log binds, in
 * milliseconds of wall time: the best of twenty-five.
 */
export function measureRuns(): string[][] {
  const spec = thresholdsOf(size, people);
  let state = exp2.init(spec);
  let played = 0;
  return [0, 100, 1_000, 10_000].map((before) => {
    // The earlier people are charged at once: their charges do not affect a round's cost.
    const charges = Array.from({ length: before - played }, (_, set) => pointsOf(size, people, played + set))
      .flat()
      .map((individual, i) => ({ individual, cost: (i % 7) / 8 - 0.375 }));
    state = { ...state, totals: state.totals.plus(charges) } as Exp2State;
    played = before;
    const times = Array.from({ length: measured }, (_, run) => {
      const round = pointsOf(size, people, 100_000 + before + run);
      const started = performance.now();
      const { t, chances, fairnessWeight } = exp2.open(state, round, "");
      const after = exp2.applyRound(exp2.applyOpening(state, round, chances), {
        ...{ t, people: round, chances: chances.map(Number), decisions: round.map(() => 0 as const) },
        ...{ pairs: [{ high: 0, low: 1, weight: 1 }], fairnessWeight: Number(fairnessWeight) },
      });
      exp2.serialise(after);
      return performance.now() - started;
    });
    const runs = exp2.open(state, pointsOf(size, people, 0), "").runs?.rule.length ?? 0;
    return [String(size), String(before), String(runs), Math.min(...times).toPrecision(3)];
  });
}
