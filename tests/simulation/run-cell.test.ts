import { describe, expect, it } from "vitest";
import { PROMPT } from "#server/simulation/engine/outcomes.ts";
import type { RunSpec } from "#server/simulation/engine/run-spec.ts";
import { runCell } from "#server/simulation/run-cell.ts";
import { everyRoundSeries } from "#server/simulation/series.ts";
import {
  ftplPaperSpec,
  ftplSpec,
  guardedSpec,
  ixSpec,
  paperSpec,
  person,
  smallSpec,
} from "#tests/learner/fixtures.ts";

const horizon = 8;
const eps = 0.1;

/** Rules accept no one, accept everyone, > 1; a good person above the cut, a bad one below; an auditor who flags every pair. */
const tiny: RunSpec = {
  learner: {
    ...smallSpec,
    hypotheses: { kind: "thresholds", version: 1, cuts: [{ column: "score", cut: "1", side: "above" }] },
    roundSize: 2,
    horizon,
    eps: String(eps),
    rejectedHalves: "at-close",
  },
  rule: { kind: "share", gamma: { numerator: 1, denominator: 1 } },
  population: {
    columns: smallSpec.columns,
    shownColumns: smallSpec.columns,
    kinds: [
      { features: person(2), shown: person(2), weight: 1, labelChance: 1 },
      { features: person(0), shown: person(0), weight: 1, labelChance: 0 },
    ],
  },
  environment: { kind: "passes" },
  panel: { auditors: [{ kind: "distance", weights: {} }] },
  outcomes: PROMPT,
  seed: 1,
  hearsPanel: true,
};
const examples = [person(2), person(0)];

/** Plays a run of these rounds, with a point after each, and follows the examples at some openings. */
async function played(
  run: RunSpec,
  { rounds, openings, people = examples }: { rounds: number; openings: number[]; people?: typeof examples },
) {
  const followed = { places: people.map((_, place) => place + 1), people, rounds: openings };
  const cell = {
    ...{ key: "k", learner: "A", rule: "1/1", horizon: rounds, seed: run.seed, run, hasRegret: false },
    ...{ series: everyRoundSeries, examples: followed },
  };
  const result = await runCell(cell, [], () => undefined);
  if (result.series === undefined || result.examples === undefined) throw new Error("a course was requested");
  const chances = openings.map(
    (_, opening) => result.examples?.map((example) => example.chances[opening]) ?? [],
  );
  return { result, series: result.series, chances };
}

const near = (value: number) => expect.closeTo(value, 9);

describe("a run whose people are followed", () => {
  it.each([1, 2, 3, 4, 5, 6])("has the numbers worked by hand (seed %i)", async (seed) => {
    const { chances, series } = await played({ ...tiny, seed }, { rounds: 2, openings: [1, 2] });
    // Three rules of one third: 2/3 and 1/3 are more than 0.2 apart, and the auditor flags that.
    expect(chances[0]).toEqual([near(2 / 3), near(1 / 3)]);
    const picked = series[0]?.picked ?? Number.NaN;
    // Accept no one: the good one is missed; accept everyone: the bad one is picked; > 1: both are right.
    const wrong = picked === 1 ? 0 : 1;
    const first = { round: 1, violatingRounds: 1, judgedRounds: 1, verdicts: 1, picked, wrong };
    expect(series[0]).toEqual(first);
    // The round's charges: minus a half for each person, the outcome's part, and half of C for the flag.
    const eta = (1 / 2) * Math.sqrt((0.8 * Math.log(3)) / horizon);
    const unfair = eps / eta / 2;
    const high = -1 / 2 + unfair;
    const low = (picked === 2 ? 1 / (1 / 3) - 1 / 2 : -1 / 2) - unfair;
    const [above, all] = [Math.exp(-eta * high), Math.exp(-eta * (high + low))];
    expect(chances[1]).toEqual([near((above + all) / (1 + above + all)), near(all / (1 + above + all))]);
  });

  it("is equal for the same seed, differs for others, and measures no regret", async () => {
    const again = (seed: number) => played({ ...tiny, seed }, { rounds: horizon, openings: [1, 5, 8] });
    const one = await again(3);
    expect(await again(3)).toEqual(one);
    expect(one.series.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(Object.keys(one.result).filter((name) => name.includes("omparator"))).toEqual([]);
    const others = await Promise.all([1, 2, 3, 4, 5].map(again));
    expect(new Set(others.map((other) => JSON.stringify(other))).size).toBeGreaterThan(1);
  });

  it("has no violation if no auditor answers, but still counts the pairs", async () => {
    const silent = { ...tiny, panel: { auditors: [{ kind: "silent" as const }] } };
    const { series } = await played(silent, { rounds: 1, openings: [1] });
    expect(series[0]).toMatchObject({ violatingRounds: 0, judgedRounds: 1, verdicts: 1 });
  });

  it.each([
    ["guarded", guardedSpec],
    ["ix", ixSpec],
    ["paper", paperSpec],
    ["ftpl", { ...ftplSpec, horizon: 20 }],
    ["ftpl, paper", ftplPaperSpec],
  ] as const)("follows more people than a round has, with %s", async (_, learner) => {
    const spec = { ...tiny, learner: { ...learner, roundSize: 2 } };
    const people = [0, 1, 2, 3, 4].map(person);
    const { chances, series } = await played(spec, { rounds: 3, openings: [1, 3], people });
    expect(series).toHaveLength(3);
    expect(chances.map((each) => each.length)).toEqual([5, 5]);
    for (const chance of chances.flat()) expect((chance ?? -1) >= 0 && (chance ?? 2) <= 1).toBe(true);
  });
});
