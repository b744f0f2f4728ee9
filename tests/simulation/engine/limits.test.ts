import { describe, expect, it } from "vitest";
import { openRandom } from "#server/learner/numeric/randomness.ts";
import { type AuditorSpec, auditorPool, distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { errorCosts, fairComparators } from "#server/simulation/engine/comparator.ts";
import { scoreDistance, weightedDistance } from "#server/simulation/engine/distances.ts";
import { type EnvironmentSpec, environment } from "#server/simulation/engine/environments.ts";
import { checkOutcomes, type OutcomeSpec } from "#server/simulation/engine/outcomes.ts";
import { bindRun } from "#server/simulation/engine/play.ts";
import { checkPopulation } from "#server/simulation/engine/population.ts";
import { syntheticPopulation, type WorldSpec } from "#server/simulation/engine/worlds.ts";
import { refuses } from "#tests/learner/fixtures.ts";
import { smallRun } from "./small-run.ts";

const { population } = smallRun;
const columns = population.shownColumns;
const auditor: AuditorSpec = { kind: "distance", weights: {} };
const [kind = population.kinds[0] as never] = population.kinds;

/** What is taken, the last numbers that are, and the first that are not. */
const limits: [string, (value: never) => unknown, taken: readonly unknown[], refused: readonly unknown[]][] =
  [
    [
      "a share of lost outcomes",
      (lostShare: OutcomeSpec["lostShare"]) => checkOutcomes({ ...smallRun.outcomes, lostShare }),
      [0, 0.999],
      [-0.001, 1, Number.NaN],
    ],
    [
      "a fixed delay",
      (rounds: number) => checkOutcomes({ delay: { kind: "fixed", rounds }, lostShare: 0 }),
      [0, 1],
      [-1, 0.5],
    ],
    [
      "a mean delay",
      (mean: number) => checkOutcomes({ delay: { kind: "geometric", mean }, lostShare: 0 }),
      [0.001, 1],
      [0, -1, Number.POSITIVE_INFINITY],
    ],
    [
      "outcomes of a run",
      (lostShare: number) => bindRun({ ...smallRun, outcomes: { ...smallRun.outcomes, lostShare } }),
      [0],
      [1],
    ],
    [
      "a drift's period",
      (period: number) => environment({ kind: "drift", period }, population),
      [2, 3],
      [1, 2.5],
    ],
    [
      "a flip's round",
      (after: number) => environment({ kind: "flip", after }, population),
      [0, 1],
      [-1, 0.5],
    ],
    [
      "an environment",
      (kind: "iid") => environment({ kind } as EnvironmentSpec, population),
      ["iid", "passes", "blocks", "against"],
      [],
    ],
    [
      "the pairs that an auditor looks at",
      (looksAt: number) => auditorPool(columns, [{ ...auditor, looksAt }]),
      [0, 1, Number.POSITIVE_INFINITY],
      [-1, 0.5, Number.NaN],
    ],
    ["a slip", (slip: number) => auditorPool(columns, [{ ...auditor, slip }]), [0, 1], [-0.001, 1.001]],
    [
      "wrong answers",
      (wrong: number) => auditorPool(columns, [{ ...auditor, wrong }]),
      [0, 1],
      [-0.001, 1.001],
    ],
    [
      "overlooked pairs",
      (overlooks: number) => auditorPool(columns, [{ ...auditor, overlooks }]),
      [0, 1],
      [-0.001, 1.001],
    ],
    [
      "whom a copy copies",
      (of: number) => auditorPool(columns, [auditor, auditor, { kind: "copy", of }]),
      [0, 1],
      [2, -1],
    ],
    [
      "a weight of a distance",
      (east: number) => weightedDistance(columns, { east }),
      [0, 5],
      [-0.001, Number.POSITIVE_INFINITY, Number.NaN],
    ],
    ["a cut-off", (cutOff: number) => weightedDistance(columns, {}, cutOff), [0.001], [0, Number.NaN]],
    [
      "a score's range",
      (range: number) => scoreDistance(columns, "east", range),
      [0.001],
      [0, Number.POSITIVE_INFINITY],
    ],
    [
      "a kind's chance of a label",
      (labelChance: number) => checkPopulation({ ...population, kinds: [{ ...kind, labelChance }] }),
      [0, 1],
      [-0.001, 1.001],
    ],
    [
      "a kind's weight",
      (weight: number) => checkPopulation({ ...population, kinds: [{ ...kind, weight }] }),
      [0.001],
      [0, Number.POSITIVE_INFINITY],
    ],
    ["a seed", (seed: number) => openRandom(seed, "world"), [0, 2 ** 31 - 1], [-1, 2 ** 31, 0.5]],
    [
      "a world's types",
      (types: number) => syntheticPopulation({ types, rules: 3, seed: 1 }),
      [2, 1_000],
      [1, 1_001, 2.5],
    ],
    [
      "a world's rules",
      (rules: number) => syntheticPopulation({ types: 16, rules, seed: 1 } satisfies WorldSpec),
      [3, 10_002],
      [2, 10_003, 3.5],
    ],
    [
      "a comparator's slack",
      (slack: number) => fairComparators({ contexts: [context], pairs: () => [] }, slack, () => never()),
      [0],
      [-0.001, Number.NaN],
    ],
  ];
const context = { bits: Uint8Array.of(0, 1), yes: 1, no: 0, charge: 0 };

function never(): never {
  throw new Error("nobody asks");
}

describe("of a simulation", () => {
  it.each(limits)("%s is taken up to its limits and refused beyond", (_, use, taken, refused) => {
    for (const value of taken) expect(() => use(value as never)).not.toThrow();
    for (const value of refused) refuses("range", () => use(value as never));
  });

  it("a copy is told whom it could copy", () => {
    const copies = (of: number) => () => auditorPool(columns, [auditor, auditor, { kind: "copy", of }]);
    expect(copies(2)).toThrow("auditor 2 copies 2, which is not one of 0..1");
  });

  it("a gap of just what an auditor allows is fair", () => {
    const flags = distanceAuditor(columns, { east: 1 }, 0.25);
    expect([0.5, 0.5001].map((gap) => flags(["0.25", "0"], ["0", "0"], gap))).toEqual([false, true]);
  });

  it("a distance does not depend on the order in which its weights are written", () => {
    const three = ["a", "b", "c"].map((name) => ({ name, type: "number" }) as const);
    const [high, low] = [
      ["1", "1", "1"],
      ["0", "0", "0"],
    ];
    // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in their last bit
    const distances = [
      { a: 0.1, b: 0.2, c: 0.3 },
      { c: 0.3, b: 0.2, a: 0.1 },
    ].map((weights) => weightedDistance(three, weights)(high as string[], low as string[]));
    expect(distances).toEqual([0.1 + 0.2 + 0.3, 0.1 + 0.2 + 0.3]);
  });

  it("pairs that no gap can be too large for are not counted, and all others are", () => {
    const pairs = [0.94, 0.95, 0.97].map((distance) => ({ high: 0, low: 0, distance }));
    const solve = () => ({ values: [0, 1], prices: [] });
    const { least } = fairComparators({ contexts: [context], pairs: () => pairs }, 0.05, solve);
    expect(least(errorCosts)).toMatchObject({ pairCount: 1, pairsUsed: 0, excess: 0, loss: 0 });
    expect(least(errorCosts).support).toEqual([{ hypothesis: 1, weight: 1 }]);
  });
});
