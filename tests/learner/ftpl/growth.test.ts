import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { describe, expect, test } from "vitest";
import { chanceRadius, ftplGrowth, resamplingGap } from "#server/learner/ftpl/growth.ts";
import { linearLoss, reduceLiterally } from "#tests/learner/reduction.ts";
import { refuses } from "../fixtures.ts";

const study = { roundSize: 4, size: 1_024, separatorSize: 11, horizon: 1_000, eps: 0.1, delta: 0.05 };

describe("Theorems 4.8, 4.9 and 4.12 in numbers", () => {
  test("equal the terms inside O, computed with Math.pow", () => {
    const { roundSize: k, separatorSize: s, horizon: T } = study;
    const found = ftplGrowth(study);
    const C = T ** (4 / 45);
    const d = 2 * k + 4 * C;
    const root = Math.sqrt(Math.log(1_024));
    expect(found.fairnessWeight).toBeCloseTo(C, 9);
    expect(found.resampleCount).toBe(Math.ceil(T ** (38 / 45)));
    expect(found.semiBandit).toBeCloseTo(d ** 1.75 * s ** 0.75 * T ** (2 / 3) * root, 5);
    expect(found.lagrangian / found.semiBandit).toBeCloseTo(d, 9);
    expect(found.errors).toBeCloseTo(k ** 2.75 * s ** 0.75 * T ** (41 / 45) * root, 5);
    expect(found.violatingRounds).toBeCloseTo(10 * found.errors, 4);
    const R = found.resampleCount;
    expect(found.resampling).toBeCloseTo(2 * d * T * Math.sqrt(Math.log((2 * k * T) / 0.05) / (2 * R)), 6);
  });

  test("grow by 2^(41/4) in the errors' term for 2^(45/4) times the rounds", () => {
    const [once, later] = [1_000, 1_000 * 2 ** 9].map((horizon) => ftplGrowth({ ...study, horizon }));
    expect((later?.errors ?? 0) / (once?.errors ?? 1)).toBeCloseTo(2 ** ((9 * 41) / 45), 6);
    // d ~ T^(4/45) and R ~ T^(38/45): Theorem 4.12's terms are of order T^(41/45) and T^(2/3), the second but for its logarithm
    const large = [1e12, 1e15].map((horizon) => ftplGrowth({ ...study, roundSize: 1, horizon }));
    const slope = (term: "lagrangian" | "resampling") =>
      Math.log((large[1]?.[term] ?? 0) / (large[0]?.[term] ?? 1)) / Math.log(1e3);
    expect(slope("lagrangian")).toBeLessThan(41 / 45 + 0.001);
    expect(slope("resampling")).toBeLessThan(2 / 3 + 0.02);
  });

  test("become informative only after far more rounds than can be played", () => {
    expect(ftplGrowth(study).belowAllFrom).toBeNull();
    const small = { roundSize: 1, size: 2, separatorSize: 1, horizon: 10, eps: 0.9, delta: 0.5 };
    const belowAllFrom = ftplGrowth(small).belowAllFrom ?? 0;
    expect(belowAllFrom).toBe(Math.ceil((Math.sqrt(Math.log(2)) / 0.9) ** (45 / 4)));
    const two = ftplGrowth({ ...small, roundSize: 2 }).belowAllFrom ?? 0;
    expect(two / ((2 ** (11 / 4) * Math.sqrt(Math.log(2))) / 0.9) ** (45 / 4)).toBeCloseTo(1, 8);
    expect(ftplGrowth({ ...small, horizon: belowAllFrom + 1 }).violatingRounds).toBeLessThan(
      belowAllFrom + 1,
    );
    for (const horizon of [belowAllFrom - 1].filter((rounds) => rounds >= 1)) {
      expect(ftplGrowth({ ...small, horizon }).violatingRounds).toBeGreaterThanOrEqual(horizon);
    }
  });

  test("are refused outside the theorems' conditions", () => {
    for (const eps of [0, 1]) refuses("range", () => ftplGrowth({ ...study, eps }));
    refuses("class-empty", () => ftplGrowth({ ...study, size: 1 }));
    refuses("delta-outside", () => ftplGrowth({ ...study, delta: 1 }));
    refuses("range", () => ftplGrowth({ ...study, horizon: 0.5 }));
    refuses("range", () => ftplGrowth({ ...study, roundSize: 0 }));
    refuses("range", () => ftplGrowth({ ...study, separatorSize: 0 }));
    for (const delta of [0, 1])
      refuses("delta-outside", () => chanceRadius({ ...study, resampleCount: 10, delta }));
    refuses("range", () => chanceRadius({ ...study, resampleCount: 0 }));
    expect(chanceRadius({ ...study, resampleCount: 1 })).toBeGreaterThan(0);
    refuses("range", () => resamplingGap({ ...study, resampleCount: 10, fairnessWeight: 0 }));
  });
});

describe("Lemma 4.13", () => {
  /** Four rules on three people: the combinations of yes and no that are not all equal. */
  const rules = [
    [1, 0, 0],
    [1, 1, 0],
    [0, 0, 1],
    [0, 1, 1],
  ] as const;
  const policy = [0.4, 0.3, 0.2, 0.1];
  const cumulative = [0.4, 0.7, 0.9, 1];
  const labels = [1, 0, 1] as const;
  const [k, T, R, C, delta] = [3, 6, 60, 2, 0.2];

  /** Computes ⟨a^h, ℓ⟩ of a rule if this pair was reported. */
  const lossOf = (rule: (typeof rules)[number], [high, low]: readonly [number, number]) =>
    linearLoss(
      reduceLiterally({
        decisions: rule,
        labels,
        pairs: [{ high: rule[high] as 0 | 1, low: rule[low] as 0 | 1, weight: 1 }],
        fairnessWeight: C,
      }),
    );
  const pairs = [0, 1, 2]
    .flatMap((high) => [0, 1, 2].map((low) => [high, low] as const))
    .filter(([a, b]) => a !== b);
  const losses = pairs.map((pair) => rules.map((rule) => lossOf(rule, pair)));

  test("bounds the share of runs whose resampled losses exceed its limit, for any reported pairs", () => {
    const generator = xoroshiro128plus(11);
    const random = () => (generator.next() >>> 0) / 2 ** 32;
    const drawn = () => {
      const hits = rules.map(() => 0);
      for (let draw = 0; draw < R; draw += 1) {
        const at = random();
        const rule = cumulative.findIndex((sum) => at < sum);
        hits[rule] = (hits[rule] as number) + 1;
      }
      return hits.map((count) => count / R);
    };
    const limit = resamplingGap({ roundSize: k, horizon: T, resampleCount: R, fairnessWeight: C, delta });
    const radius = chanceRadius({ roundSize: k, horizon: T, resampleCount: R, delta });
    const runs = 400;
    let beyondLimit = 0;
    let beyondRadius = 0;
    let beyondHalf = 0;
    for (let run = 0; run < runs; run += 1) {
      let sum = 0;
      let farthest = 0;
      for (let t = 0; t < T; t += 1) {
        const found = drawn();
        const apart = (values: readonly number[]) =>
          Math.abs(
            values.reduce((total, value, h) => total + value * ((found[h] ?? 0) - (policy[h] ?? 0)), 0),
          );
        // The worst pairs: chosen after the rules were drawn.
        sum += Math.max(...losses.map(apart));
        farthest = Math.max(farthest, ...[0, 1, 2].map((i) => apart(rules.map((rule) => rule[i] as number))));
      }
      beyondLimit += Number(sum > limit);
      beyondRadius += Number(farthest > radius);
      beyondHalf += Number(farthest > radius / 2);
    }
    expect(beyondLimit).toBeLessThanOrEqual(delta * runs);
    expect(beyondRadius).toBeLessThanOrEqual(delta * runs);
    // The radius is not too wide: most runs exceed half of it.
    expect(beyondHalf).toBeGreaterThan(runs / 2);
  });
});
