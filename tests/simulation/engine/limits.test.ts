import { describe, expect, it } from "vitest";
import { type AuditorSpec, auditorPool, distanceAuditor } from "#server/simulation/engine/auditors.ts";
import { errorCosts, fairComparators } from "#server/simulation/engine/comparator.ts";
import { weightedDistance } from "#server/simulation/engine/distances.ts";
import { refuses } from "#tests/learner/fixtures.ts";
import { smallRun } from "./small-run.ts";

const { population } = smallRun;
const columns = population.shownColumns;
const auditor: AuditorSpec = { kind: "distance", weights: {} };
const [_kind = population.kinds[0] as never] = population.kinds;

const context = { bits: Uint8Array.of(0, 1), yes: 1, no: 0, charge: 0 };

describe("of a simulation", () => {
  it("a copying auditor's refusal lists the auditors that it can copy", () => {
    const copies = (of: number) => () => auditorPool(columns, [auditor, auditor, { kind: "copy", of }]);
    for (const of of [0, 1]) expect(copies(of)).not.toThrow();
    expect(copies(2)).toThrow("auditor 2 copies 2, which is not one of 0..1");
    refuses("range", copies(-1));
  });

  it("a gap of exactly what an auditor allows is fair", () => {
    const flags = distanceAuditor(columns, { east: 1 }, 0.25);
    expect([0.5, 0.5001].map((gap) => flags(["0.25", "0"], ["0", "0"], gap))).toEqual([false, true]);
  });

  it("a distance does not depend on the order in which its weights are written", () => {
    const three = ["a", "b", "c"].map((name) => ({ name, type: "number" }) as const);
    const [high, low] = [
      ["1", "1", "1"],
      ["0", "0", "0"],
    ];
    // 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in their last bit.
    const distances = [
      { a: 0.1, b: 0.2, c: 0.3 },
      { c: 0.3, b: 0.2, a: 0.1 },
    ].map((weights) => weightedDistance(three, weights)(high as string[], low as string[]));
    expect(distances).toEqual([0.1 + 0.2 + 0.3, 0.1 + 0.2 + 0.3]);
  });

  it("pairs for which every gap is acceptable are not counted, and all others are", () => {
    const pairs = [0.94, 0.95, 0.97].map((distance) => ({ high: 0, low: 0, distance }));
    const solve = () => ({ values: [0, 1], prices: [] });
    const { least } = fairComparators({ contexts: [context], pairs: () => pairs }, 0.05, solve);
    expect(least(errorCosts)).toMatchObject({ pairCount: 1, pairsUsed: 0, excess: 0, loss: 0 });
    expect(least(errorCosts).support).toEqual([{ hypothesis: 1, weight: 1 }]);
  });
});
