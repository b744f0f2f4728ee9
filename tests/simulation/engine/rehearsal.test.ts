import { describe, expect, it } from "vitest";
import { PROMPT } from "#server/simulation/engine/outcomes.ts";
import type { RunSpec } from "#server/simulation/engine/play.ts";
import { rehearse } from "#server/simulation/engine/rehearsal.ts";
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

/** Nobody, everybody, > 1; a good person above the cut, a bad one below; somebody who flags every pair. */
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
const near = (value: number) => expect.closeTo(value, 9);

describe("a rehearsed run", () => {
  it.each([1, 2, 3, 4, 5, 6])("has the numbers that one works out by hand (seed %i)", (seed) => {
    const run = rehearse({ ...tiny, seed }, { rounds: 2, asked: [1, 2], examples });
    // Three rules of one third: 2/3 and 1/3 are more than 0.2 apart, and the auditor flags that.
    expect(run.chances[0]).toEqual([near(2 / 3), near(1 / 3)]);
    expect(run.reported[0]).toBe(1);
    expect(run.pairs[0]).toBe(1);
    expect(run.people).toEqual([2, 2]);
    // Nobody: the good one is missed; everybody: the bad one is picked; > 1: both are right.
    const picked = run.picked[0] as number;
    expect(run.wrong[0]).toBe(picked === 1 ? 0 : 1);
    // What the round charges: a half to everybody less what an outcome says, and half of C for the flag.
    const eta = (1 / 2) * Math.sqrt((0.8 * Math.log(3)) / horizon);
    const unfair = eps / eta / 2;
    const high = -1 / 2 + unfair;
    const low = (picked === 2 ? 1 / (1 / 3) - 1 / 2 : -1 / 2) - unfair;
    const [above, all] = [Math.exp(-eta * high), Math.exp(-eta * (high + low))];
    expect(run.chances[1]).toEqual([near((above + all) / (1 + above + all)), near(all / (1 + above + all))]);
  });

  it("is the same for the same seed, and another for others", () => {
    const played = (seed: number) =>
      rehearse({ ...tiny, seed }, { rounds: horizon, asked: [1, 5, 8], examples });
    expect(played(3)).toEqual(played(3));
    expect(new Set([1, 2, 3, 4, 5].map((seed) => JSON.stringify(played(seed)))).size).toBeGreaterThan(1);
  });

  it("has no report where nobody answers, and counts the pairs all the same", () => {
    const silent = rehearse(
      { ...tiny, panel: { auditors: [{ kind: "silent" }] } },
      { rounds: 1, asked: [1], examples },
    );
    expect([silent.reported, silent.pairs]).toEqual([[0], [1]]);
  });

  it.each([
    ["guarded", guardedSpec],
    ["ix", ixSpec],
    ["paper", paperSpec],
    ["ftpl", { ...ftplSpec, horizon: 20 }],
    ["ftpl, paper", ftplPaperSpec],
  ] as const)("asks more examples than stand in a round, with %s", (_, learner) => {
    const spec = { ...tiny, learner: { ...learner, roundSize: 2 } };
    const many = [0, 1, 2, 3, 4].map(person);
    const { chances, reported } = rehearse(spec, { rounds: 3, asked: [1, 3], examples: many });
    expect(reported).toHaveLength(3);
    expect(chances.map((each) => each.length)).toEqual([5, 5]);
    for (const chance of chances.flat()) expect(chance >= 0 && chance <= 1).toBe(true);
  });
});
