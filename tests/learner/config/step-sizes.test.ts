import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { errorRegretBound, noGuaranteeBelow, violatingRoundsBound } from "#server/learner/bounds.ts";
import { blockStart, chanceMargin, piecesUntil, settingsAt } from "#server/learner/config/step-sizes.ts";
import { exp } from "#server/learner/numeric/math.ts";
import { guardedSpec, ixSpec, paperSpec, refuses, smallSpec } from "../fixtures.ts";

const anytime = { ...smallSpec, horizon: null } as const;
const goesOn = { ...smallSpec, afterHorizon: "anytime" } as const;
/** A class size whose logarithm is about 7, as in the example of NOTATION.md. */
const N = 1097;
const lnN = Math.log(N);

describe("the learning rate and the weight of fairness", () => {
  test("in mode known follow (1/k) sqrt(0.8 ln N/T) and eps/eta", () => {
    // N = 8, T = 100, k = 3: sqrt(0.8 × 2.0794415/100)/3 = sqrt(0.016635532)/3 = 0.128979/3 = 0.042993
    const { eta, fairnessWeight } = settingsAt(smallSpec, 8, 1);
    expect(eta).toBeCloseTo(0.042993, 6);
    // 0.1/0.042993 = 2.32596
    expect(fairnessWeight).toBeCloseTo(2.32596, 4);
    expect(settingsAt(smallSpec, 8, 100)).toEqual({ eta, fairnessWeight });
  });

  test("obey the operator's multiplier: less C below 1, more C and a lower eta above 1", () => {
    const base = settingsAt(smallSpec, 8, 1);
    const less = settingsAt({ ...smallSpec, fairnessMultiplier: "0.5" }, 8, 1);
    expect(less.eta).toBe(base.eta);
    expect(less.fairnessWeight).toBeCloseTo(base.fairnessWeight / 2, 12);
    const more = settingsAt({ ...smallSpec, fairnessMultiplier: "4" }, 8, 1);
    expect(more.eta).toBeCloseTo(base.eta / 4, 12);
    expect(more.fairnessWeight).toBeCloseTo(base.fairnessWeight * 4, 12);
  });

  test("are refused in mode guarded, and in mode ix without T or delta", () => {
    refuses("unknown-kind", () => settingsAt(guardedSpec, 8, 1));
    expect(chanceMargin(smallSpec, 8)).toBe(0);
    refuses("horizon-missing", () => chanceMargin({ ...ixSpec, horizon: null }, 8));
    refuses("setting-missing", () => chanceMargin({ ...smallSpec, mode: "ix" }, 8));
    // ln(8/0.05) = 5.0752, over 200
    expect(chanceMargin({ ...ixSpec, delta: "0.05" }, 8)).toBeCloseTo(0.1593, 4);
  });

  test("in mode paper follow C = T^(1/5) and sqrt(2 ln N/(d^3 T))", () => {
    // T = 32: C = 2, d = 2 × 3 + 4 × 2 = 14; 2 ln 8/(2744 × 32) = 4.158883/87808 = 4.73634e-5; root 0.00688211
    const { eta, fairnessWeight } = settingsAt({ ...paperSpec, horizon: 32 }, 8, 1);
    expect(fairnessWeight).toBe(2);
    expect(eta).toBeCloseTo(0.00688211, 8);
  });

  test("of an unknown horizon change at powers of two only", () => {
    const etas = Array.from({ length: 64 }, (_, i) => settingsAt(anytime, 8, i + 1).eta);
    const changes = etas.flatMap((eta, i) => (i > 0 && eta !== etas[i - 1] ? [i + 1] : []));
    expect(changes).toEqual([2, 4, 8, 16, 32, 64]);
    // (1/3) sqrt(ln 8/(3 × 4)) = sqrt(0.1732868)/3 = 0.4162773/3 = 0.1387591
    expect(etas[5]).toBeCloseTo(0.1387591, 7);
    expect(blockStart(1)).toBe(1);
    expect(blockStart(7)).toBe(4);
    expect(blockStart(2 ** 40)).toBe(2 ** 40);
  });

  test("never rise (eta) and never fall (C), across the horizon too", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 20_000 }),
        fc.constantFrom("0.3", "1", "3"),
        (horizon, t, fairnessMultiplier) => {
          for (const spec of [
            { ...goesOn, horizon, fairnessMultiplier },
            { ...anytime, fairnessMultiplier },
          ]) {
            const now = settingsAt(spec, 8, t);
            const next = settingsAt(spec, 8, t + 1);
            expect(next.eta).toBeLessThanOrEqual(now.eta);
            expect(next.fairnessWeight).toBeGreaterThanOrEqual(now.fairnessWeight);
            // The proof needs eta C <= eps, up to rounding.
            expect(now.eta * now.fairnessWeight).toBeLessThanOrEqual(0.1 * (1 + 1e-15));
          }
        },
      ),
    );
  });

  test("come in pieces that agree with every single round", () => {
    for (const spec of [smallSpec, anytime, goesOn]) {
      const last = spec.afterHorizon === "end" && spec.horizon !== null ? 100 : 777;
      const pieces = piecesUntil(spec, 8, last);
      expect(pieces[0]?.from).toBe(1);
      expect(pieces.at(-1)?.to).toBe(last);
      for (const { from, to, eta, fairnessWeight } of pieces) {
        for (let t = from; t <= to; t++) expect(settingsAt(spec, 8, t)).toEqual({ eta, fairnessWeight });
      }
    }
    expect(piecesUntil(goesOn, 8, 777).map(({ from }) => from)).toEqual([1, 101, 128, 256, 512]);
    const spans = (t: number) => piecesUntil(anytime, 8, t).map(({ from, to }) => [from, to]);
    const alone = [1, 1];
    expect([spans(1), spans(4)], "a block that has just begun").toEqual([[alone], [alone, [2, 3], [4, 4]]]);
  });

  test("are refused after the horizon, without one in mode paper, for one rule, and for invalid rounds", () => {
    refuses("horizon-passed", () => settingsAt(smallSpec, 8, 101));
    refuses("horizon-passed", () => settingsAt(paperSpec, 8, 101));
    refuses("horizon-missing", () => settingsAt({ ...paperSpec, horizon: null }, 8, 1));
    refuses("class-empty", () => settingsAt(smallSpec, 1, 1));
    refuses("class-empty", () => settingsAt(smallSpec, 0, 1));
    for (const t of [0, -1, 1.5, Number.NaN]) refuses("range", () => settingsAt(smallSpec, 8, t));
    refuses("not-finite", () =>
      settingsAt({ ...smallSpec, eps: "1e-300", fairnessMultiplier: "1e-300" }, 8, 1),
    );
  });
});

describe("the bounds", () => {
  test("for a known horizon are 4.48 k sqrt(T ln N) and (1.79 sqrt(T ln N) + 8 ln N)/eps^2", () => {
    for (const T of [10, 1000, 64_000, 1_000_000]) {
      const spec = { ...smallSpec, horizon: T };
      const error = errorRegretBound(spec, N, T) / (3 * Math.sqrt(T * lnN));
      expect(error).toBeGreaterThan(4.47);
      expect(error).toBeLessThanOrEqual(4.48);
      const rounds = violatingRoundsBound(spec, N, T) * 0.01;
      expect(rounds).toBeLessThanOrEqual(1.79 * Math.sqrt(T * lnN) + 8 * lnN);
      expect(rounds).toBeGreaterThan(1.78 * Math.sqrt(T * lnN) + 7.99 * lnN);
    }
  });

  test("for an unknown horizon stay below 6.95 k sqrt(T ln N) and the printed number of violating rounds", () => {
    let worstError = 0;
    let worstRounds = 0;
    const edges = Array.from({ length: 21 }, (_, j) => [
      2 ** j - 1,
      2 ** j,
      2 ** j + 1,
      Math.floor(1.5 * 2 ** j),
    ]);
    for (const T of edges.flat().filter((t) => t >= 1)) {
      worstError = Math.max(worstError, errorRegretBound(anytime, N, T) / (3 * Math.sqrt(T * lnN)));
      const printed = 2.79 * Math.sqrt(T * lnN) + 8.03 * lnN * (1 + 0.598 * Math.log(T));
      worstRounds = Math.max(worstRounds, (violatingRoundsBound(anytime, N, T) * 0.01) / printed);
    }
    expect(worstError).toBeLessThanOrEqual(6.95);
    expect(worstError).toBeGreaterThan(6.94);
    expect(worstRounds).toBeLessThanOrEqual(1);
    expect(worstRounds).toBeGreaterThan(0.95);
  });

  test("rely on the sum of 1/sqrt(2^j) being at most (1 + sqrt 2) sqrt T", () => {
    let total = 0;
    let closest = Number.POSITIVE_INFINITY;
    for (let t = 1; t <= 70_000; t++) {
      total += 1 / Math.sqrt(blockStart(t));
      closest = Math.min(closest, (1 + Math.SQRT2) * Math.sqrt(t) - total);
    }
    expect(closest).toBeGreaterThan(0);
  });

  test("say nothing about violating rounds below about 240,000 rounds for ln N = 7 and eps = 0.1", () => {
    const T = noGuaranteeBelow(smallSpec, N);
    expect(T).toBeGreaterThan(230_000);
    expect(T).toBeLessThan(240_000);
    expect(violatingRoundsBound({ ...smallSpec, horizon: T }, N, T)).toBeLessThan(T);
    expect(violatingRoundsBound({ ...smallSpec, horizon: T - 1 }, N, T - 1)).toBeGreaterThanOrEqual(T - 1);
    const unknown = noGuaranteeBelow(anytime, N);
    expect(unknown).toBeGreaterThan(T);
    expect(violatingRoundsBound(anytime, N, unknown)).toBeLessThan(unknown);
    expect(noGuaranteeBelow({ ...smallSpec, eps: "0.0000001" }, N)).toBe(Number.POSITIVE_INFINITY);
  });

  test("in mode paper grow with T^(4/5) and become informative much later", () => {
    const at = (T: number) => violatingRoundsBound({ ...paperSpec, horizon: T }, N, T);
    expect(at(2 ** 45) / at(2 ** 40)).toBeCloseTo(16, 0);
    expect(noGuaranteeBelow(paperSpec, N)).toBeGreaterThan(100 * noGuaranteeBelow(smallSpec, N));
  });

  test("grow smoothly past a horizon after which the study continues", () => {
    const before = errorRegretBound(goesOn, N, 100);
    const after = errorRegretBound(goesOn, N, 5000);
    expect(after).toBeGreaterThan(before);
    expect(after).toBeLessThanOrEqual(6.95 * 3 * Math.sqrt(5000 * lnN));
    expect(violatingRoundsBound(goesOn, N, 5000)).toBeGreaterThan(violatingRoundsBound(goesOn, N, 100));
  });

  test("trade errors for violations with a multiplier", () => {
    const with_ = (fairnessMultiplier: string) => ({ ...smallSpec, horizon: 1_000_000, fairnessMultiplier });
    const [less, base, more] = ["0.5", "1", "2"].map((m) => ({
      error: errorRegretBound(with_(m), N, 1_000_000),
      rounds: violatingRoundsBound(with_(m), N, 1_000_000),
    }));
    expect(less?.error).toBeCloseTo(base?.error ?? 0, 6);
    expect(more?.error).toBeGreaterThan(base?.error ?? 0);
    expect(less?.rounds).toBeGreaterThan(base?.rounds ?? 0);
    expect(more?.rounds).toBeLessThan(base?.rounds ?? 0);
  });

  test("need an eps inside alpha", () => {
    const spec = { ...paperSpec, eps: "0.3" };
    refuses("eps-outside-alpha", () => violatingRoundsBound(spec, N, 10));
    refuses("eps-outside-alpha", () => noGuaranteeBelow({ ...anytime, eps: "0" }, N));
  });

  test("agree with a class size of e^7", () => {
    expect(Math.abs(exp(7) - N)).toBeLessThan(1);
  });
});
